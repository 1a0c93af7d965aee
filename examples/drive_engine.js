// Drives `hansa engine` from Node: a new game, legal moves, a move, and what the search thinks (MOVES.md, 7).
//
//     node examples/drive_engine.js            (the command is `hansa engine`, or what the arguments say)
"use strict";

const { spawn } = require("child_process");
const readline = require("readline");

const [program, ...rest] = process.argv.length > 2 ? process.argv.slice(2) : ["hansa", "engine"];
const engine = spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let asked = 0;

readline.createInterface({ input: engine.stdout }).on("line", (line) => {
  const answer = JSON.parse(line);
  if (answer.info !== undefined) return; // a report on the way to an answer
  const { resolve, reject } = waiting.get(answer.id);
  waiting.delete(answer.id);
  if (answer.error) reject(new Error(answer.error.message));
  else resolve(answer);
});

// The answer to a request, as a promise.
function ask(cmd, more = {}) {
  const id = ++asked;
  engine.stdin.write(JSON.stringify({ id, cmd, ...more }) + "\n");
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

async function main() {
  const hello = await ask("hello", { version: 1 });
  console.log(`${hello.name} ${hello.version ?? ""}`);
  await ask("new", { setup: { board: "hansa-45", players: 4 }, seed: 7 });
  const { moves } = await ask("legal");
  console.log(`${moves.length} legal moves, the first: ${moves[0]}`);
  await ask("play", { moves: ["place t BRE-HAM"] });
  await ask("play", { moves: ["claim BRE-HAM"] }).catch((error) => console.log(`refused: ${error.message.slice(0, 60)}`));
  const thought = await ask("go", { simulations: 500, lines: 2 });
  console.log(`best: ${thought.move}, worth ${thought.values.map((value) => value.toFixed(2)).join(" ")}`);
  engine.stdin.end();
}

main();
