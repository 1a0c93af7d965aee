// The socket: requests with answers, what the server pushes, and coming back after it was gone.

import { status } from "./dom.js";
import { language, t } from "./language.js";

const FIRST_PAUSE = 400; // milliseconds
const LONGEST_PAUSE = 5000;

export class Refusal extends Error {
  /** @param {{ message: string, code: string, problems?: string[] }} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.problems = error.problems ?? [];
  }
}

export class Wire {
  /** @param {string | null} key of this tab; without one the server goes by its cookie */
  constructor(key) {
    this.key = key;
    this.number = 0;
    /** @type {Map<number, { take: (answer: any) => void, refuse: (error: Refusal) => void }>} */
    this.waiting = new Map();
    /** @type {Map<string, Set<(message: any) => void>>} */
    this.listeners = new Map();
    this.pause = FIRST_PAUSE;
    this.closed = false;
    /** @type {import("./types.js").Known | null} */
    this.known = null;
    /** @type {(() => void) | null} called when the connection is there again */
    this.again = null;
    /** @type {(() => void) | null} called when a connection is open and the greeting is sent */
    this.opened = null;
  }

  /**
   * Resolves when the server has said hello, and rejects when it does not know the key.
   * @returns {Promise<import("./types.js").Known>}
   */
  connect() {
    return new Promise((resolve, reject) => {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      const socket = new WebSocket(`${scheme}://${location.host}/socket`);
      this.socket = socket;
      socket.onopen = () => {
        const greeting = { lang: language.code, ...(this.key ? { key: this.key } : {}) };
        this.ask("hello", greeting).then(
          (known) => this.greeted(known, resolve),
          (error) => {
            this.closed = true;
            socket.close();
            status(error.message, true);
            reject(error);
          },
        );
        this.opened?.();
      };
      socket.onmessage = (event) => this.hear(JSON.parse(event.data));
      socket.onclose = () => this.lost(resolve, reject);
    });
  }

  async greeted(known, resolve) {
    const first = !this.known;
    this.known = known;
    this.pause = FIRST_PAUSE;
    resolve(known);
    if (!first) await this.again?.();
    status(""); // not before what is on the screen is what the server has
  }

  lost(resolve, reject) {
    for (const { refuse } of this.waiting.values()) {
      refuse(new Refusal({ code: "gone", message: t("the server is gone") }));
    }
    this.waiting.clear();
    if (this.closed) return;
    status(t("no connection; trying again …"), true);
    setTimeout(() => this.connect().then(resolve, reject), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }

  hear(message) {
    if (message.push) {
      for (const listener of this.listeners.get(message.push) ?? []) listener(message);
      return;
    }
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    this.waiting.delete(message.id);
    if (message.error) waiting.refuse(new Refusal(message.error));
    else waiting.take(message);
  }

  /**
   * @param {string} command
   * @param {Record<string, any>} fields
   * @returns {Promise<any>}
   */
  ask(command, fields = {}) {
    return new Promise((take, refuse) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        refuse(new Refusal({ code: "gone", message: t("no connection to the server") }));
        return;
      }
      const id = ++this.number;
      this.waiting.set(id, { take, refuse });
      this.socket.send(JSON.stringify({ id, cmd: command, ...fields }));
    });
  }

  /**
   * @param {string} push
   * @param {(message: any) => void} listener
   * @returns {() => void} takes it away again
   */
  on(push, listener) {
    const heard = this.listeners.get(push) ?? new Set();
    this.listeners.set(push, heard.add(listener));
    return () => {
      heard.delete(listener);
    };
  }
}
