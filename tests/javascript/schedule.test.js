import assert from "node:assert/strict";
import { test } from "node:test";
import { Schedule } from "../../hansa/web/static/schedule.js";

const DAY = 24 * 3600;
const drill = (ply) => ({ game: "g", ply, seat: 0, loss: 0.1, verdict: "mistake" });

function scene(kept = new Map()) {
  const time = { now: 1_000_000 };
  const storage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
  };
  return { schedule: new Schedule(storage, () => time.now), time };
}

test("what is found comes again later and later, what is missed at once", () => {
  const { schedule, time } = scene();
  const plies = () => schedule.due([drill(1), drill(2)]).map(({ ply }) => ply);
  assert.deepEqual(plies(), [1, 2]);
  assert.equal(schedule.tried(drill(1), true), 1);
  assert.deepEqual(plies(), [2]);
  time.now += DAY;
  assert.deepEqual(plies(), [1, 2], "what was begun comes before what is new");
  assert.deepEqual(
    [3, 7, 21, 60, 60],
    [1, 2, 3, 4, 5].map(() => schedule.tried(drill(1), true)),
  );
  assert.deepEqual(plies(), [2]);
  assert.equal(schedule.tried(drill(1), false), 0);
  assert.deepEqual(plies(), [1, 2]);
  assert.equal(schedule.tried(drill(1), true), 1, "and begins anew");
});

test("what somebody else has left in the storage does no harm", () => {
  const { schedule } = scene(new Map([["hansa-drills", "{"]]));
  assert.equal(schedule.due([drill(1)]).length, 1);
});
