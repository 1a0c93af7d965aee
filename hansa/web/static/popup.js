// Small boxes beside what was clicked: menus, and notes that explain.

import { h, say } from "./dom.js";
import { ruleNodes } from "./rules.js";
import { capital } from "./words.js";

/**
 * Beside a point, and within the window.
 * @param {HTMLElement} node
 * @param {{ x: number, y: number } | null} [at]
 */
export function placeBeside(node, at) {
  const x = (at?.x || innerWidth / 2) + 12;
  const y = (at?.y || innerHeight / 2) + 8;
  node.style.left = `${Math.max(6, Math.min(x, innerWidth - node.offsetWidth - 6))}px`;
  node.style.top = `${Math.max(6, Math.min(y, innerHeight - node.offsetHeight - 6))}px`;
}

/**
 * Within the main part of the page, where a screen reader finds it.
 * @param {HTMLElement} node
 */
export const showInPage = (node) => document.getElementById("content")?.append(node);

/** What something is for, or why it cannot be used now; gone with the next click or Escape. */
export class Note {
  constructor() {
    /** @type {HTMLElement | null} */
    this.node = null;
    this.dismiss = (event) => {
      if (event.key ? event.key === "Escape" : !this.node?.contains(event.target)) this.close();
    };
  }

  /**
   * @param {string} title
   * @param {string[]} lines in sentences, with the numbers of rules
   * @param {{ x: number, y: number }} at
   */
  show(title, lines, at) {
    this.close();
    if (!lines.length) return;
    const sentences = lines.map((line) => capital(line));
    const node = h(
      "div",
      { class: "menu note", role: "note", "aria-label": title },
      title ? h("strong", {}, title) : null,
      sentences.map((line) => h("p", {}, ruleNodes(line))),
    );
    showInPage(node);
    placeBeside(node, at);
    this.node = node;
    addEventListener("pointerdown", this.dismiss);
    addEventListener("keydown", this.dismiss);
    say(sentences.join(" "));
  }

  close() {
    this.node?.remove();
    this.node = null;
    removeEventListener("pointerdown", this.dismiss);
    removeEventListener("keydown", this.dismiss);
  }
}

/**
 * What a place or a thing is for.
 * @param {{ meanings?: Record<string, string> }} board
 * @param {string} target
 */
export const meaningOf = ({ meanings = {} }, target) =>
  meanings[target] ?? meanings[target.split(" ")[0]] ?? "";
