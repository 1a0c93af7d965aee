// A small stand-in for a browser's document: elements in a tree, events, the selectors that the
// page uses. Import it before any script of the page: its texts stay English then, as without it.

import "../../hansa/web/static/language.js";

const HTML = "http://www.w3.org/1999/xhtml";
// Handlers that preact looks for on elements, to tell how an event is spelt.
const EVENTS = [
  "click",
  "change",
  "input",
  "submit",
  "keydown",
  "focus",
  "focusin",
  "focusout",
  "blur",
  "mouseenter",
  "mouseleave",
];
EVENTS.push("mouseenter", "mouseleave", "pointerdown", "toggle");
const PART = /([\w-]+)|\.([\w-]+)|#([\w-]+)|\[([\w-]+)(?:([*^]?)=['"]?([^'"\]]*)['"]?)?\]/g;
const OTHER = /,(?![^[]*\])/;
const BETWEEN = /\s+(?![^[]*\])/; // parts of a path of selectors

class Node extends EventTarget {
  constructor() {
    super();
    this.childNodes = [];
    this.parentNode = null;
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get parentElement() {
    return this.parentNode;
  }

  get nextSibling() {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  get isConnected() {
    return document.documentElement.contains(this);
  }

  contains(other) {
    return other === this || this.childNodes.some((child) => child.contains(other));
  }

  remove() {
    const all = this.parentNode?.childNodes;
    all?.splice(all.indexOf(this), 1);
    this.parentNode = null;
  }
}

class Text extends Node {
  constructor(data) {
    super();
    this.nodeType = 3;
    this.data = String(data);
  }

  get textContent() {
    return this.data;
  }
}

class Element extends Node {
  constructor(tag, namespace) {
    super();
    this.nodeType = 1;
    this.localName = tag;
    this.namespaceURI = namespace;
    this.given = new Map();
    this.markup = "";
    this.style = { setProperty: (name, value) => Object.assign(this.style, { [name]: value }) };
    this.frame = { left: 0, top: 0, width: 0, height: 0 }; // a test says where it stands
    for (const name of EVENTS) this[`on${name}`] = null;
    if (["input", "select", "textarea", "option"].includes(tag)) this.value = "";
    if (tag === "input") this.checked = false;
  }

  // --- attributes ------------------------------------------------------------------------------

  get attributes() {
    return [...this.given].map(([name, value]) => ({ name, value }));
  }

  getAttribute(name) {
    return this.given.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.given.set(name, String(value));
  }

  removeAttribute(name) {
    this.given.delete(name);
  }

  get dataset() {
    return new Proxy(
      {},
      {
        get: (_, name) => this.given.get(dashed(name)),
        set: (_, name, value) => Boolean(this.given.set(dashed(name), String(value))),
      },
    );
  }

  get classList() {
    const all = new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
    const change = (act, name) => {
      all[act](name);
      this.setAttribute("class", [...all].join(" "));
    };
    return {
      contains: (name) => all.has(name),
      add: (name) => change("add", name),
      remove: (name) => change("delete", name),
      toggle: (name, on = !all.has(name)) => change(on ? "add" : "delete", name),
    };
  }

  // --- the tree --------------------------------------------------------------------------------

  get children() {
    return this.childNodes.filter((node) => node.nodeType === 1);
  }

  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }

  set textContent(words) {
    this.replaceChildren(words);
  }

  get innerHTML() {
    return this.markup;
  }

  set innerHTML(text) {
    this.replaceChildren();
    this.markup = text;
  }

  insertBefore(node, next) {
    node.remove();
    const place = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(place, 0, node);
    node.parentNode = this;
    return node;
  }

  removeChild(node) {
    node.remove();
  }

  append(...nodes) {
    for (const node of nodes) this.insertBefore(node instanceof Node ? node : new Text(node), null);
  }

  /** What is put before a style sheet is one: it is loaded at once. */
  before(node) {
    this.parentNode.insertBefore(node, this);
    node.fire("load");
  }

  prepend(node) {
    this.insertBefore(node, this.firstChild);
  }

  replaceChildren(...nodes) {
    for (const child of [...this.childNodes]) child.remove();
    this.append(...nodes);
  }

  // --- selectors -------------------------------------------------------------------------------

  matches(selector) {
    return selector.split(OTHER).some((each) => matchesPath(this, each.trim().split(BETWEEN)));
  }

  closest(selector) {
    return this.matches(selector) ? this : (this.parentNode?.closest?.(selector) ?? null);
  }

  querySelectorAll(selector) {
    return this.children.flatMap((child) => [
      ...(child.matches(selector) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  // --- what a browser does ---------------------------------------------------------------------

  /** Tells this element and those around it; `fields` are those of the event. */
  fire(type, fields = {}) {
    const event = Object.assign(new Event(type, { cancelable: true }), { button: 0, ...fields });
    let stopped = false;
    event.stopPropagation = () => {
      stopped = true;
    };
    for (let node = this; node; node = node.parentNode) {
      Object.defineProperty(event, "target", { value: this, configurable: true });
      Object.defineProperty(event, "currentTarget", { value: node, configurable: true });
      node.listened?.get(type)?.forEach((listener) => {
        listener.call(node, event);
      });
      if (stopped) break;
    }
    return event;
  }

  addEventListener(type, listener) {
    this.listened ??= new Map();
    this.listened.set(type, [...(this.listened.get(type) ?? []), listener]);
  }

  removeEventListener(type, listener) {
    const left = this.listened?.get(type)?.filter((other) => other !== listener) ?? [];
    this.listened?.set(type, left);
  }

  click() {
    this.fire("click");
  }

  focus() {
    document.activeElement = this;
  }

  getBoundingClientRect() {
    const { left, top, width, height } = this.frame;
    return { ...this.frame, right: left + width, bottom: top + height };
  }

  scrollIntoView({ block }) {
    this.scrolledTo = block;
  }

  showModal() {
    this.open = true;
  }

  close() {
    this.open = false;
    this.fire("close");
  }
}

const dashed = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function matchesPath(node, path) {
  if (!matchesOne(node, path.at(-1))) return false;
  const above = path.slice(0, -1);
  if (!above.length) return true;
  for (let other = node.parentNode; other; other = other.parentNode) {
    if (matchesPath(other, above)) return true;
  }
  return false;
}

function matchesOne(node, selector) {
  return [...selector.matchAll(PART)].every(([, tag, name, id, attribute, how, value]) => {
    if (tag) return node.localName === tag;
    if (name) return node.classList.contains(name);
    if (id) return node.getAttribute("id") === id;
    const found = node.getAttribute(attribute);
    if (found === null || value === undefined) return found !== null;
    return how === "*" ? found.includes(value) : how ? found.startsWith(value) : found === value;
  });
}

/** What is kept under names, as a browser keeps it. */
export function storage(entries = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, String(value)),
    removeItem: (name) => kept.delete(name),
  };
}

const element = (tag, namespace = HTML) => new Element(tag, namespace);
const windowEvents = element("window");
const setGlobal = (name, value) =>
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

setGlobal("document", {
  documentElement: element("html"),
  head: element("head"),
  body: element("body"),
  activeElement: null,
  hidden: false,
  title: "",
  createElement: (tag) => element(tag),
  createElementNS: (namespace, tag) => element(tag, namespace),
  createTextNode: (text) => new Text(text),
  getElementById: (id) => document.documentElement.querySelector(`#${id}`),
  querySelector: (selector) => document.documentElement.querySelector(selector),
  addEventListener: (type, listener) => document.documentElement.addEventListener(type, listener),
});
document.documentElement.append(document.head, document.body);
for (const id of ["content", "status", "live"]) {
  const node = element("div");
  node.setAttribute("id", id);
  document.body.append(node);
}
setGlobal("window", globalThis);
setGlobal("location", { hash: "", origin: "http://here", hostname: "here", host: "here" });
setGlobal("localStorage", storage());
setGlobal("sessionStorage", storage());
setGlobal("history", {
  pushState: (_, __, address) => Object.assign(location, { hash: address }),
  replaceState: (_, __, address) => Object.assign(location, { hash: address }),
});
setGlobal("getComputedStyle", ({ style }) => ({
  getPropertyValue: (name) => style[name] ?? "",
}));
setGlobal("innerWidth", 1280);
setGlobal("innerHeight", 800);
setGlobal("matchMedia", () => ({ matches: true }));
setGlobal("requestAnimationFrame", (act) => act());
setGlobal(
  "ResizeObserver",
  class {
    constructor(act) {
      this.act = act;
    }
    observe() {
      this.act();
    }
  },
);
setGlobal("addEventListener", (...words) => windowEvents.addEventListener(...words));
setGlobal("removeEventListener", (...words) => windowEvents.removeEventListener(...words));

/** The window is told of something. */
export const fireAtWindow = (type, fields) => windowEvents.fire(type, fields);

const spaced = (node) =>
  node.childNodes
    .map((child, place) => {
      const before = node.childNodes[place - 1];
      const beside = child.localName && before?.localName;
      return (beside ? " " : "") + (child.nodeType === 1 ? spaced(child) : child.data);
    })
    .join("");

/** The text of an element as it is seen: what stands side by side has a space between. */
export const read = (node) => spaced(node).replace(/\s+/g, " ").trim();

/** The texts of all elements that a selector finds. */
export const readAll = (node, selector) => node.querySelectorAll(selector).map(read);

/** A server that answers each command by a function of its fields, and pushes when it is told. */
export function wire(answers = {}) {
  const listeners = [];
  const asked = [];
  return {
    asked,
    on: (push, listener) => {
      listeners.push([push, listener]);
      return () => {};
    },
    push: (name, message) => {
      for (const [push, listener] of listeners) if (push === name) listener(message);
    },
    ask: async (command, fields = {}) => {
      asked.push([command, fields]);
      return (answers[command] ?? (() => ({})))(fields);
    },
  };
}

/** Until everything that was promised has happened. */
export const settled = () => new Promise((done) => setTimeout(done, 0));

/** Until something is so, such as a script that has been fetched; a minute at most. */
export async function until(holds) {
  for (const end = performance.now() + 60_000; !holds() && performance.now() < end; ) {
    await settled();
  }
}
