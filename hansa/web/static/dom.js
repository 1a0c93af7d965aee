// Elements by the name of their tag, for HTML and SVG; and words that are read aloud.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "selected"]);

/** @typedef {Record<string, any> | null | undefined} Properties */

/**
 * @template {Element} Made
 * @param {Made} node
 * @param {Properties} properties
 * @param {any[]} children
 * @returns {Made}
 */
function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) Object.assign(node, { [name]: value });
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...present(children));
  return node;
}

/** @param {any[]} children */
const present = (children) =>
  children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false);

/**
 * @param {string} tag
 * @param {Properties} [properties]
 * @param {...any} children
 * @returns {any}
 */
export const h = (tag, properties, ...children) =>
  fill(document.createElement(tag), properties, children);

/**
 * @param {string} tag
 * @param {Properties} [properties]
 * @param {...any} children
 * @returns {any}
 */
export const s = (tag, properties, ...children) =>
  fill(document.createElementNS(SVG, tag), properties, children);

/**
 * @template {Element} Made
 * @param {Made} node
 * @param {...any} children
 * @returns {Made}
 */
export function replace(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} words */
export function say(words) {
  byId("live").textContent = words;
}

/** @param {string} words */
export function status(words, bad = false) {
  const node = byId("status");
  node.textContent = words;
  node.classList.toggle("bad", bad);
}

/**
 * Whether a key belongs to a field, a menu or the browser, and not to the view.
 * @param {any} event
 */
export const isTyped = ({ target, ctrlKey, metaKey, altKey }) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  Boolean(target.closest?.("input, select, textarea, dialog, .menu"));

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A dialogue in the browser's own element, so that focus and Escape are its business.
 * @param {string} title
 * @param {Element} content
 * @param {[label: string, value: any, kind?: string][]} buttons
 * @returns {Promise<any>}
 */
export function dialogue(title, content, buttons) {
  return new Promise((resolve) => {
    const node = h("dialog", { "aria-label": title }, h("h2", {}, title), content);
    const press = (value) => {
      node.close();
      resolve(value);
    };
    node.append(
      h(
        "div",
        { class: "row end" },
        buttons.map(([label, value, kind]) =>
          h("button", { type: "button", class: kind ?? "", onclick: () => press(value) }, label),
        ),
      ),
    );
    node.addEventListener("cancel", () => resolve(null));
    node.addEventListener("close", () => node.remove());
    document.body.append(node);
    node.showModal();
    node.scrollTop = 0; // one reads from the top, though the button below has the focus
  });
}

/**
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const file = new Blob([text], { type: "application/json" });
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
