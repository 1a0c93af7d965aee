// Elements by the name of their tag, for HTML and SVG; and words that are read aloud.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.setAttribute("class", value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);
export const s = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);

export function replace(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function say(words) {
  document.getElementById("live").textContent = words;
}

export function status(words, bad = false) {
  const node = document.getElementById("status");
  node.textContent = words;
  node.classList.toggle("bad", bad);
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const percent = (share) => `${(100 * share).toFixed(share > 0.995 || share < 0.0005 ? 0 : 1)} %`;

// A dialogue in the browser's own element, so that focus and Escape are its business.
export function dialogue(title, content, buttons) {
  return new Promise((resolve) => {
    const node = h("dialog", { "aria-label": title },
      h("h2", {}, title), content,
      h("div", { class: "row end" }, buttons.map(([label, value, kind]) =>
        h("button", { type: "button", class: kind ?? "", onclick: () => { node.close(); resolve(value); } }, label))));
    node.addEventListener("cancel", () => resolve(null));
    node.addEventListener("close", () => node.remove());
    document.body.append(node);
    node.showModal();
  });
}

export function download(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
