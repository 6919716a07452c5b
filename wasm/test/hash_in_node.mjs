// Runs kamm_hash, the test of the same bits, as WebAssembly in Node, which offers it the WASI that it prints by.
// Usage: node hash_in_node.mjs MODULE [ARGUMENT…]
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [module, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["kamm_hash", ...rest] });
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
const { instance } = await WebAssembly.instantiate(readFileSync(module), imports);
process.exitCode = wasi.start(instance);
