import assert from "node:assert/strict";
import { test } from "node:test";
import { PACES, Pacer } from "../../hansa/web/static/pace.js";

// A pacer with a clock of its own: `pass` lets time pass.
function scene(pace) {
  const shown = [];
  const timers = new Map();
  let now = 0;
  let number = 0;
  const schedule = (act, pause) => {
    timers.set(++number, { act, at: now + pause });
    return number;
  };
  const pacer = new Pacer(
    (item, left) => shown.push(`${item}/${left}`),
    schedule,
    (timer) => timers.delete(timer),
  );
  pacer.pace = pace;
  const pass = (milliseconds) => {
    now += milliseconds;
    for (const [timer, { act, at }] of [...timers]) {
      if (at > now) continue;
      timers.delete(timer);
      act();
    }
  };
  return { pacer, shown, pass };
}

test("the first is shown at once, each other one after a pause", () => {
  const { pacer, shown, pass } = scene("quick");
  for (const item of ["a", "b", "c"]) pacer.add(item);
  assert.deepEqual(shown, ["a/0"]);
  pass(PACES.quick - 1);
  assert.deepEqual(shown, ["a/0"]);
  pass(1);
  assert.deepEqual(shown, ["a/0", "b/1"]);
  pass(PACES.quick);
  assert.deepEqual(shown, ["a/0", "b/1", "c/0"]);
});

test("calm is slower than quick", () => {
  const { pacer, shown, pass } = scene("calm");
  pacer.add("a");
  pacer.add("b");
  pass(PACES.quick);
  assert.equal(shown.length, 1);
  pass(PACES.calm);
  assert.equal(shown.length, 2);
});

test("after a long time nothing waits", () => {
  const { pacer, shown, pass } = scene("quick");
  pacer.add("a");
  pass(10 * PACES.quick);
  pacer.add("b");
  assert.deepEqual(shown, ["a/0", "b/0"]);
});

test("at once means at once", () => {
  const { pacer, shown } = scene("instant");
  for (const item of ["a", "b", "c"]) pacer.add(item);
  assert.deepEqual(shown, ["a/0", "b/0", "c/0"]);
});

test("step by step waits for whoever looks", () => {
  const { pacer, shown, pass } = scene("step");
  for (const item of ["a", "b", "c"]) pacer.add(item);
  pass(1e9);
  assert.deepEqual(shown, ["a/0"]);
  pacer.next();
  assert.deepEqual(shown, ["a/0", "b/1"]);
});

test("whoever skips sees what came last, and only that", () => {
  const { pacer, shown, pass } = scene("quick");
  for (const item of ["a", "b", "c", "d"]) pacer.add(item);
  pacer.skip();
  assert.deepEqual(shown, ["a/0", "d/0"]);
  pass(1e9);
  assert.equal(shown.length, 2);
});

test("nobody waits for their own move, nor for what was before it", () => {
  const { pacer, shown, pass } = scene("quick");
  for (const item of ["a", "b", "c"]) pacer.add(item);
  pacer.now("mine");
  assert.deepEqual(shown, ["a/0", "mine/0"]);
  pacer.add("d");
  assert.equal(shown.length, 2);
  pass(PACES.quick);
  assert.deepEqual(shown, ["a/0", "mine/0", "d/0"]);
});

test("step by step the first move after one's own is shown, the second waits", () => {
  const { pacer, shown } = scene("step");
  pacer.now("mine");
  pacer.add("a");
  pacer.add("b");
  assert.deepEqual(shown, ["mine/0", "a/0"]);
});

test("another pace counts from now on", () => {
  const { pacer, shown, pass } = scene("step");
  pacer.add("a");
  pacer.add("b");
  pacer.choose("quick");
  pass(PACES.quick);
  assert.deepEqual(shown, ["a/0", "b/0"]);
});

test("what is closed shows nothing more", () => {
  const { pacer, shown, pass } = scene("quick");
  pacer.add("a");
  pacer.add("b");
  pacer.close();
  pass(1e9);
  pacer.add("c");
  assert.deepEqual(shown, ["a/0"]);
});
