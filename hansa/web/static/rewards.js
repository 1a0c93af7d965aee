// The order in which choices are offered. No element is touched here: tests/javascript tests it
// alone.

/** @type {Record<string, number>} what a claim is for, the most wanted first */
const REWARDS = { special: 0, office: 1, extra: 2, develop: 3 };
const OTHER = 5; // what is not a claim: after those that bring something
const NOTHING = 9;

// `3t`, `2t1m`: the more pieces, the better.
const pieces = (amount) =>
  (amount.match(/\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0);

/** @param {string} move */
function rank(move) {
  const [verb, amount, reward] = move.split(" ");
  if (verb === "income") return OTHER - pieces(amount) / 100;
  if (verb !== "claim") return OTHER;
  return reward === undefined ? NOTHING : (REWARDS[reward] ?? NOTHING - 1);
}

/**
 * A claim without a reward comes last, and most pieces come first: pressing Enter at once throws
 * nothing away.
 * @template {{ move: string }} Choice
 * @param {Choice[]} choices
 */
export const inRewardOrder = (choices) =>
  [...choices].sort((one, other) => rank(one.move) - rank(other.move));
