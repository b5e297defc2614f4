// Run a Python script under Pyodide in Node, with folders of this machine mounted.
// node compile.mjs PYODIDE SCRIPT NAME=FOLDER...: each folder lies at /NAME.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, script, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: pyodide,
  env: { PYTHONNODEBUGRANGES: "1" }, // line numbers are enough: columns make bytecode a quarter larger
});
for (const folder of folders) {
  const [name, path] = folder.split("=");
  python.FS.mkdir(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: path }, `/${name}`);
}
await python.runPythonAsync(readFileSync(script, "utf8"));
process.exit(0);
