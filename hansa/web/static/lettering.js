// The words on a map, kept large enough to be read however large the map is (labels.js says where they
// go). What cannot be shown without covering something waits until the map is larger.

import {
  best,
  crownChoices,
  flagChoices,
  NAME_SIZE,
  nameChoices,
  placed,
  signChoices,
  tagChoices,
} from "./labels.js";

/** @type {import("./labels.js").Box} */
const FLAG = [0, -26, 17, 0];
/** @type {import("./labels.js").Box} */
const CROWN = [-9, -8, 9, 8];
/** @type {import("./labels.js").Box} */
const INN = [-16, -15, 16, 18];
/** @type {import("./labels.js").Box} */
const HOUSE = [-17, -18, 17, 17];
const WEIGHTS = { house: 1, plate: 2, word: 4, edge: 8 };
const LETTER = 0.62; // width of a letter of a name, if nothing measures it
const HIDDEN_FROM = 0.45; // of a name that lies on other things
const TAG_LETTER = 7.4; // width of a letter of a tag, as the drawing has it
const UNCOVERED = 0.03; // a tag that would lie on more than this part of itself waits
// Words in their places: how large they may become there, in units of the map.
const ROOMS = { letters: 27.5, numbers: 30, beside: 21, goods: 22 };
const OWN_SIZES = { tag: 13, token: 14, permanent: 12.5, flag: 11, crown: 11, inn: 11 };

export class Lettering {
  /** @param {import("./board.js").BoardView} view */
  constructor(view) {
    this.view = view;
    this.readable = 0; // units of the map that the smallest word needs
    /** @type {import("./labels.js").Taken[]} */
    this.fixed = [];
    /** @type {Map<string, number>} of names, which are drawn in one size */
    this.lengths = new Map();
  }

  /** @param {number} readable */
  resize(readable) {
    if (Math.abs(readable - this.readable) < 0.01) return;
    this.readable = readable;
    for (const [name, room] of Object.entries(ROOMS)) {
      this.view.svg.classList.toggle(`no-${name}`, readable > room);
    }
    this.fixed = this.settle();
    this.flutter();
  }

  /** @param {number} size of its words as they are drawn */
  growth(size) {
    return Math.max(1, this.readable / size);
  }

  // What never moves: signs, names, tags, crowns. Gives what they take.
  settle() {
    const { board, map, names } = this.view;
    const taken = obstacles(board, map);
    const plates = platesOf(board);
    for (const kind of ["inn", "permanent"]) {
      const own = (node) => (kind === "inn" ? INN : boxOf(node, ".permanent"));
      for (const node of map.querySelectorAll(`.signs [data-place^="${kind}"]`)) {
        this.put(node, signChoices(at(node), own(node), this.growth(OWN_SIZES[kind])), taken);
      }
    }
    const named = [...names.children].filter((node) => plates[codeOf(node)]);
    this.measure(named);
    for (const node of named) {
      const code = codeOf(node);
      const name = this.name(node, plates[code], taken);
      const city = map.querySelector(`[data-place="city ${code}"]`);
      for (const crown of groupsWith(city, ".crown")) {
        const scale = this.growth(OWN_SIZES.crown);
        this.put(crown, crownChoices(plates[code], CROWN, scale, at(crown)), taken);
      }
      for (const tag of groupsWith(city, ".tag")) {
        this.tag(tag, plates[code], name, taken);
      }
    }
    return taken;
  }

  // What comes and goes with the position: markers and flags.
  flutter() {
    if (!this.readable) return;
    const { above, below, board } = this.view;
    const taken = [...this.fixed, ...extraPlates(below)];
    const plates = platesOf(board);
    for (const layer of [below, above]) {
      for (const node of layer.querySelectorAll(".marker")) {
        const scale = this.growth(OWN_SIZES.token);
        this.put(node, signChoices(at(node), boxOf(node, ".token"), scale, 3), taken);
      }
    }
    for (const layer of [below, above]) {
      for (const node of groupsWith(layer, ".flag")) {
        const plate = plates[node.getAttribute("data-city")];
        if (!plate) continue;
        const scale = this.growth(OWN_SIZES.flag);
        this.put(node, flagChoices(plate, FLAG, scale, at(node)), taken);
      }
    }
  }

  // How long names and their short forms are. All are written before one is measured: the first
  // measurement after a change lays out the whole page.
  measure(named) {
    for (const form of ["whole", "short"]) {
      const unknown = named
        .map((node) => ({ text: node.querySelector(".name"), words: forms(node)[form] }))
        .filter(({ words }) => !this.lengths.has(words));
      for (const { text, words } of unknown) text.textContent = words;
      for (const { text, words } of unknown) {
        const length = text.getComputedTextLength?.();
        if (length) this.lengths.set(words, length);
      }
    }
  }

  name(node, plate, taken) {
    const text = node.querySelector(".name");
    const { whole, short } = forms(node);
    const letters = (words) => this.lengths.get(words) ?? words.length * LETTER * NAME_SIZE;
    const scale = this.growth(NAME_SIZE);
    const choices = nameChoices(plate, letters(whole), letters(short), scale);
    const found = best(choices, taken, scale > 1 ? HIDDEN_FROM : undefined);
    node.classList.toggle("unread", !found);
    if (!found) return plate;
    text.textContent = found.words ? short : whole;
    const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
    move(node, found.x - x * scale, found.y - y * scale, scale);
    taken.push({ box: found.box, weight: WEIGHTS.word });
    return found.box;
  }

  // A label of a city: its short form where there is no room for the whole.
  tag(node, plate, name, taken) {
    const [rect, text] = [node.querySelector(".tag"), node.querySelector(".tag-word")];
    const { whole = text.textContent, short = whole } = node.dataset;
    node.dataset.whole = whole;
    const wide = Number(rect.dataset.wide ?? rect.getAttribute("width"));
    rect.dataset.wide = String(wide);
    const width = (words) => wide - TAG_LETTER * (whole.length - words.length);
    const scale = this.growth(OWN_SIZES.tag);
    const ways = (words) =>
      tagChoices(
        plate,
        name,
        [-width(words) / 2, -9, width(words) / 2, 9],
        scale,
        this.view.board.size[0],
      );
    const cut = ways(short).map((choice) => ({
      ...choice,
      words: /** @type {"short"} */ ("short"),
    }));
    const choices = short === whole ? ways(whole) : [...ways(whole), ...cut];
    const found = this.put(node, choices, taken, scale > 1 ? UNCOVERED : undefined);
    text.textContent = found?.words ? short : whole;
    rect.setAttribute("width", String(width(text.textContent)));
    rect.setAttribute("x", String(-width(text.textContent) / 2));
  }

  put(node, choices, taken, limit) {
    const found = best(choices, taken, limit);
    node.classList.toggle("unread", !found);
    if (!found) return null;
    node.classList.toggle("wordless", found.words === "none");
    node.classList.toggle("turned", Boolean(found.turned));
    move(node, found.x, found.y, found.scale, found.turned);
    taken.push({ box: found.box, weight: WEIGHTS.word });
    return found;
  }
}

// What words should not cover: houses, plates, places of markers, the spaces for prestige.
function obstacles(board, map) {
  const points = Object.values(board.slots ?? {}).flat();
  const taken = points.map(([x, y]) => ({ box: placed(HOUSE, x, y), weight: WEIGHTS.house }));
  for (const box of Object.values(platesOf(board))) taken.push({ box, weight: WEIGHTS.plate });
  for (const node of map.querySelectorAll(".space")) {
    taken.push({ box: rectangle(node), weight: WEIGHTS.plate });
  }
  const [width, height] = board.size;
  /** @type {import("./labels.js").Box[]} */
  const beyond = [
    [-width, -height, 0, 2 * height],
    [width, -height, 2 * width, 2 * height],
    [0, -height, width, 0],
    [0, height, width, 2 * height],
  ];
  return [...taken, ...beyond.map((box) => ({ box, weight: WEIGHTS.edge }))];
}

const extraPlates = (below) =>
  [...below.querySelectorAll(".plate")].map((node) => ({
    box: rectangle(node),
    weight: WEIGHTS.plate,
  }));

/** @returns {Record<string, import("./labels.js").Box>} */
const platesOf = ({ cities }) =>
  Object.fromEntries(
    Object.entries(cities).map(
      ([
        code,
        {
          at: [x, y],
          width,
          height,
        },
      ]) => [code, [x - width / 2, y - height / 2, x + width / 2, y + height / 2]],
    ),
  );

// The name of a city, and what stands for it where there is no room.
function forms(node) {
  const text = node.querySelector(".name");
  text.dataset.whole ??= text.textContent;
  const code = codeOf(node);
  return { whole: text.dataset.whole, short: code.charAt(0) + code.slice(1).toLowerCase() };
}

const codeOf = (node) => (node.getAttribute("data-place") ?? "").split(" ")[1] ?? "";

const groupsWith = (root, selector) =>
  root ? [...root.querySelectorAll(selector)].map((node) => node.parentNode) : [];

// Where a group is drawn.
function at(node) {
  const found = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(node.getAttribute("transform") ?? "");
  return /** @type {import("./types.js").Point} */ (
    found ? [Number(found[1]), Number(found[2])] : [0, 0]
  );
}

const boxOf = (node, selector) => rectangle(node.querySelector(selector));

function rectangle(node) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
    Number(node.getAttribute(name)),
  );
  return /** @type {import("./labels.js").Box} */ ([x, y, x + width, y + height]);
}

function move(node, x, y, scale, turned = false) {
  const size = `${turned ? "-" : ""}${scale.toFixed(3)}${turned ? `, ${scale.toFixed(3)}` : ""}`;
  node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${size})`;
}
