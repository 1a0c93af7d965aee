// The socket: requests with answers, what the server pushes, and coming back after it was gone.

import { status } from "./dom.js";

const FIRST_PAUSE = 400, LONGEST_PAUSE = 5000;      // milliseconds

export class Refusal extends Error {
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.problems = error.problems ?? [];
  }
}

export class Wire {
  constructor(key) {
    this.key = key;
    this.number = 0;
    this.waiting = new Map();
    this.listeners = new Map();
    this.pause = FIRST_PAUSE;
    this.again = null;          // called when the connection is there again
  }

  // Resolves when the server has said hello, and rejects when it does not know the key.
  connect() {
    return new Promise((resolve, reject) => {
      this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
      this.socket.onopen = () => this.ask("hello", { key: this.key }).then((known) => {
        const first = !this.known;
        this.known = known;
        this.pause = FIRST_PAUSE;
        status("");
        resolve(known);
        if (!first && this.again) this.again();
      }, (error) => { this.closed = true; this.socket.close(); status(error.message, true); reject(error); });
      this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
      this.socket.onclose = () => this.lost(resolve, reject);
    });
  }

  lost(resolve, reject) {
    for (const { refuse } of this.waiting.values()) refuse(new Refusal({ code: "gone", message: "the server is gone" }));
    this.waiting.clear();
    if (this.closed) return;
    status("no connection; trying again …", true);
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

  ask(command, fields = {}) {
    return new Promise((take, refuse) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        refuse(new Refusal({ code: "gone", message: "no connection to the server" }));
        return;
      }
      const id = ++this.number;
      this.waiting.set(id, { take, refuse });
      this.socket.send(JSON.stringify({ id, cmd: command, ...fields }));
    });
  }

  on(push, listener) {
    if (!this.listeners.has(push)) this.listeners.set(push, new Set());
    this.listeners.get(push).add(listener);
    return () => this.listeners.get(push).delete(listener);
  }
}
