#!/usr/bin/env node
// A player in JavaScript (Node), without any dependency: claims when it can, else builds on, else plays any legal move.
//
//     hansa check "node examples/programs/claimer.js"
"use strict";

const LIKED = ["claim", "place", "income"]; // beginnings of moves, the best first
let legal = [];
let seed = 1;

// The same seed plays the same game: a small generator of our own.
function random(count) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * count);
}

function choose() {
  for (const liked of LIKED) {
    const moves = legal.filter((move) => move.startsWith(liked));
    const good = moves.filter((move) => move.includes(" office") || move.includes(" develop"));
    const some = good.length ? good : moves;
    if (some.length) return some[random(some.length)];
  }
  return legal[random(legal.length)];
}

function answer(what) {
  process.stdout.write(JSON.stringify(what) + "\n");
}

function hear(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    return; // not for us
  }
  const id = request.id;
  switch (request.cmd) {
    case "hello":
      return answer({ id, version: 1, name: "claimer.js" });
    case "new":
      seed = (request.seed || 1) >>> 0;
      return answer({ id });
    case "position":
      legal = request.legal;
      return;
    case "go":
      return answer({ id, move: choose() });
    case "quit":
      return process.exit(0);
    default:
      if (id !== undefined) answer({ id, error: { code: "unknown-command", message: `I do not know ${request.cmd}` } });
  }
}

require("readline").createInterface({ input: process.stdin }).on("line", hear).on("close", () => process.exit(0));
