// Where the words of a map go in a size that can be read: beside what they name, on nothing else, or
// not at all until the map is larger. Boxes are left, top, right, bottom in units of the map. No element
// is touched here.

/**
 * @typedef {[left: number, top: number, right: number, bottom: number]} Box
 * @typedef {{ box: Box, weight: number }} Taken something on the map, and how bad it is to lie on it
 * @typedef {{ box: Box, x: number, y: number, scale: number, turned?: boolean,
 *   words?: "short" | "none", worse?: number }} Choice
 *   the point where its own origin comes to be, by how much it grows, whether it looks the other way,
 *   which words it has, and how much of it might lie on something before the next choice is better
 * @typedef {import("./types.js").Point} Point
 */

export const NAME_SIZE = 19; // units of the map, as the drawing has them
const GAP = 3;
const SHORT_FROM = 1.25; // a name that has grown so much may be cut to its first letters,
const SOON_SHORT_FROM = 1.5; // ... and is sooner cut than laid on something from here on
const EXTRA = 34; // left of a plate: there are extra offices
const NEAR = 6; // a flag no farther from its plate is beside it
const WITHOUT = 0.3; // how much may be covered before something loses its word
const DIRECTIONS = [
  [0, 0],
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
];

/**
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @returns {Box}
 */
export const placed = ([left, top, right, bottom], x, y, scale = 1) => [
  x + left * scale,
  y + top * scale,
  x + right * scale,
  y + bottom * scale,
];

/**
 * The part of a box that lies on other things, counted by how bad that is.
 * @param {Box} box
 * @param {Taken[]} taken
 */
export function covered([left, top, right, bottom], taken) {
  let sum = 0;
  for (const { box, weight } of taken) {
    const width = Math.min(right, box[2]) - Math.max(left, box[0]);
    const height = Math.min(bottom, box[3]) - Math.max(top, box[1]);
    if (width > 0 && height > 0) sum += weight * width * height;
  }
  return sum / ((right - left) * (bottom - top));
}

/**
 * The choice that lies on the least; none if all lie on more than the limit.
 * @param {Choice[]} choices the best first
 * @param {Taken[]} taken
 * @param {number} limit
 */
export function best(choices, taken, limit = Number.POSITIVE_INFINITY) {
  let found = null;
  let least = limit;
  for (const choice of choices) {
    const cost = covered(choice.box, taken) + (choice.worse ?? 0);
    if (cost < least) [found, least] = [choice, cost];
    if (cost === 0) break;
  }
  return found;
}

/**
 * A city's name: above its plate, below it, beside it; as a few letters if it has grown a lot.
 * @param {Box} plate
 * @param {number} length of the whole name, not grown
 * @param {number} short the same of its first letters
 * @param {number} scale
 * @returns {Choice[]}
 */
export function nameChoices(plate, length, short, scale) {
  const ways = (width, words, worse) => {
    const half = (width * scale) / 2;
    const high = 0.4 * NAME_SIZE * scale;
    const [left, top, right, bottom] = plate;
    const middle = (left + right) / 2;
    const aside = Math.max(0, half - (right - left) / 2 + 6);
    const points = [
      [middle, top - GAP - high],
      [middle - aside, top - GAP - high],
      [middle + aside, top - GAP - high],
      [middle, bottom + GAP + high],
      [right + GAP + half, (top + bottom) / 2],
      [left - EXTRA - half, (top + bottom) / 2],
    ];
    return points.map(([x, y], number) => ({
      box: /** @type {Box} */ ([x - half, y - high, x + half, y + high]),
      x,
      y,
      scale,
      ...(words && { words }),
      worse: worse + number * 0.02,
    }));
  };
  const whole = ways(length, "", 0);
  return scale < SHORT_FROM
    ? whole
    : [...whole, ...ways(short, "short", scale < SOON_SHORT_FROM ? 0.35 : 0.12)];
}

/**
 * A label of a city: below its plate, beside it, above its name; what would lie beyond an edge of the
 * map is moved to it.
 * @param {Box} plate
 * @param {Box} name
 * @param {Box} own around its own origin
 * @param {number} scale
 * @param {number} end of the map
 * @returns {Choice[]}
 */
export function tagChoices(plate, name, own, scale, end) {
  const [width, height] = [(own[2] - own[0]) * scale, (own[3] - own[1]) * scale];
  const middle = (plate[0] + plate[2]) / 2;
  const level = (plate[1] + plate[3]) / 2;
  const low = Math.max(plate[3], name[3]);
  const aside = Math.max(0, (width - plate[2] + plate[0]) / 2 + 8);
  const points = [
    [middle, plate[3] + height / 2],
    [middle - aside, plate[3] + height / 2],
    [middle + aside, plate[3] + height / 2],
    [middle, low + height / 2],
    [plate[2] + width / 2 + GAP, level],
    [plate[0] - width / 2 - EXTRA, level],
    [middle, Math.min(plate[1], name[1]) - height / 2],
    ...[-1, 1, -1.6, 1.6].flatMap((step) => [
      [plate[2] + width / 2 + GAP, level + step * height],
      [plate[0] - width / 2 - EXTRA, level + step * height],
    ]),
  ];
  const within = (x) => Math.max(width / 2 + GAP, Math.min(x, end - width / 2 - GAP));
  return points.map(([far, y]) => {
    const x = within(far);
    return { box: placed(own, x, y, scale), x, y, scale };
  });
}

/**
 * A flag at a side of a plate, where its mast touches it: left of it, the flag looks to the left.
 * Without its letter if it cannot grow there.
 * @param {Box} plate
 * @param {Box} own around the foot of its mast
 * @param {number} scale
 * @param {Point} at where it is drawn
 * @returns {Choice[]}
 */
export function flagChoices(plate, own, scale, at) {
  const levels = [plate[1] + 6, plate[3], plate[3] + 12 * scale];
  const beside = levels.flatMap((y) => [
    { x: plate[2] + GAP, y },
    { x: plate[0] - GAP, y, turned: true },
  ]);
  // Where it is drawn leaves room for the name, which may be elsewhere.
  const drawn = { x: at[0], y: at[1] };
  const points = at[0] > plate[2] + NEAR ? [...beside, drawn] : [drawn, ...beside];
  const choice = (point, size) => ({
    ...point,
    box: placed(point.turned ? [-own[2], own[1], -own[0], own[3]] : own, point.x, point.y, size),
    scale: size,
  });
  return [
    ...points.map((point) => choice(point, scale)),
    ...points.map((point) => ({
      ...choice(point, 1),
      words: /** @type {"none"} */ ("none"),
      worse: WITHOUT,
    })),
  ];
}

/**
 * A crown at the corner of its office if it has not grown, beside the plate otherwise.
 * @param {Box} plate
 * @param {Box} own
 * @param {number} scale
 * @param {Point} at where it is drawn
 * @returns {Choice[]}
 */
export function crownChoices(plate, own, scale, at) {
  const level = (plate[1] + plate[3]) / 2;
  const points = [
    [plate[2] + own[2] * scale, level],
    [plate[2] + own[2] * scale, plate[1]],
    [plate[2] + own[2] * scale, plate[3]],
    [plate[0] + own[0] * scale, level],
    [plate[0] + own[0] * scale, plate[1]],
  ];
  const beside = points.map(([x, y]) => ({ box: placed(own, x, y, scale), x, y, scale }));
  return [...(scale > 1 ? beside : []), ...wordless([at], own, scale > 1)];
}

/**
 * What has a point of its own: there, or not far away; without its word if it cannot grow.
 * @param {Point} at
 * @param {Box} own
 * @param {number} scale
 * @param {number} [far] steps
 * @returns {Choice[]}
 */
export function signChoices(at, own, scale, far = 2) {
  const [width, height] = [(own[2] - own[0]) * scale, (own[3] - own[1]) * scale];
  const steps = Array.from({ length: far }, (_, step) => (step + 1) * 0.4);
  const points = [0, ...steps].flatMap((step) =>
    (step ? DIRECTIONS.slice(1) : DIRECTIONS.slice(0, 1)).map(([x, y]) => [
      at[0] + x * step * width,
      at[1] + y * step * height,
    ]),
  );
  return [
    ...points.map(([x, y]) => ({ box: placed(own, x, y, scale), x, y, scale })),
    ...wordless([at], own),
  ];
}

/**
 * As drawn, without its word unless that can be read as it is.
 * @param {number[][]} points
 * @param {Box} own
 * @param {boolean} [grown]
 * @returns {Choice[]}
 */
const wordless = (points, own, grown = true) =>
  points.map(([x, y]) => ({
    box: placed(own, x, y),
    x,
    y,
    scale: 1,
    ...(grown && { words: /** @type {"none"} */ ("none"), worse: WITHOUT }),
  }));
