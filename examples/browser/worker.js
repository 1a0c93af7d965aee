// The engine without a server: Pyodide runs Python and the compiled engine in this web worker. A
// message is a request of the engine protocol (docs/formats/protocol.md); its answer is posted back.

import { loadPyodide } from "./pyodide/pyodide.mjs";

async function start() {
  const python = await loadPyodide({ indexURL: "./pyodide/" });
  const wheel = await fetch("./hansa.whl");
  const files = new Uint8Array(await wheel.arrayBuffer());
  python.unpackArchive(files, "wheel", { extractDir: "/hansa" });
  return python.runPython(`
import json, sys
sys.path.append("/hansa")
from hansa.protocol.engine import Engine
engine = Engine()
lambda request: json.dumps(engine.answer(json.loads(request)))
`);
}

const ready = start();
ready.catch((error) => self.postMessage({ error: { code: "internal", message: String(error) } }));

self.addEventListener("message", async ({ data }) => {
  const answer = await ready;
  self.postMessage(JSON.parse(answer(JSON.stringify(data))));
});
