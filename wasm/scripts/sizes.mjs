#!/usr/bin/env node
// What takes how much in the npm package, as a table: after `npm run build -w kamm`, from the linker's map of the module.
// The build folder is build/wasm, or what KAMM_WASM_BUILD names.
//
// Each part's bytes are compressed on their own, so that the parts together are a little more than the whole, which
// shares what recurs. What is inlined counts where it was inlined: the parts of a car in the kernels.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = resolve(process.env.KAMM_WASM_BUILD ?? join(root, "build/wasm"));

/** By what a path of src/, or an object of the linker's map, begins with or contains: the first that fits. */
const parts = [
    [/kernels\.c/, "kernels of all rungs"],
    [/^src\/(rungs|vehicle|part)\//, "models: compile, linkages, rest, energies"],
    [/^src\/(run|driver|base)\//, "cars: steps, poses, channels, snapshots, combinations, drivers"],
    [/^src\/fields\//, "fields: tables, names, units, checks"],
    [/^src\/world\/terrain\//, "terrain"],
    [/^src\/world\//, "worlds: shapes, contacts, solver, sleep, queries"],
    [/src\/io\/|cJSON|c\/(files|png_grey)\.c/, "readers: vehicles, tyres, worlds, JSON, height maps"],
    [/kamm_wasm_face\.dir\/c\/|\.command_export\)/, "face in C"],
    [/<internal>:\(\.rodata\)/, "texts of all of these: docs of fields, messages, names"],
    [/lib(c|m|clang_rt|[a-z-]+)\b.*\.a\(|libc-top-half|\.o:/, "libc, libm"],
];

/** Those of libkamm, with their texts. */
function coreSources() {
    const found = readdirSync(join(root, "src"), { recursive: true }).map((path) => `src/${path}`);
    return found
        .filter((path) => path.endsWith(".c") && !/^src\/(io|lab)\//.test(path))
        .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** For an object of libkamm the map only has the name of the file, and of the function or data. */
function sourceOf(place, sources) {
    const found = place.match(/libkamm\.a\((.*)\.obj\):\((?:\.\w+\.)?(\w+)/);
    const files = sources.filter(({ path }) => found && basename(path) === found[1]);
    return (files.find(({ text }) => text.includes(found[2])) ?? files[0])?.path ?? place;
}

const partOf = (place, sources) =>
    parts.find(([pattern]) => pattern.test(sourceOf(place, sources)))?.[1] ?? "other";

/** The module's bytes by part: functions and data as the map places them, the rest as one. */
function cutModule(module, map) {
    const bytes = new Map(parts.map(([, name]) => [name, []]));
    const sources = coreSources();
    let at = 0;
    const take = (name, from, to) => bytes.set(name, [...(bytes.get(name) ?? []), module.subarray(from, to)]);
    for (const line of map.split("\n")) {
        const found = line.match(/^ *[0-9a-f-]+ +([0-9a-f]+) +([0-9a-f]+) {9}(\S.*:\(.*\))$/);
        if (!found) continue;
        const [from, size] = [parseInt(found[1], 16), parseInt(found[2], 16)];
        if (from < at || from + size > module.length) continue; // zeros are not in the file
        if (from > at) take("rest of the module: types, exports, headers of sections", at, from);
        take(partOf(found[3], sources), from, from + size);
        at = from + size;
    }
    take("rest of the module: types, exports, headers of sections", at, module.length);
    return bytes;
}

const row = (name, size, packed) =>
    `| ${name} | ${(size / 1000).toFixed(0).padStart(5)} | ${(packed / 1000).toFixed(1).padStart(6)} |`;
const packedSize = (bytes) => gzipSync(bytes, { level: 9 }).length;

const module = readFileSync(join(folder, "kamm.wasm"));
const rows = [];
for (const [name, pieces] of cutModule(module, readFileSync(join(folder, "kamm.map"), "utf8"))) {
    const bytes = Buffer.concat(pieces);
    if (bytes.length) rows.push([name, bytes.length, packedSize(bytes)]);
}
const face = readFileSync(join(root, "wasm/dist/separate.js"));
const data = readFileSync(join(root, "wasm/src/generated/data.ts"));
rows.push(["data: vehicles, tyres, surfaces, trailers, combinations", data.length, packedSize(data)]);
rows.push(["face in JavaScript", face.length - data.length, packedSize(face) - packedSize(data)]);
rows.sort((a, b) => b[2] - a[2]);

console.log("| what | kB | gzipped |\n| --- | ---: | ---: |");
for (const one of rows) console.log(row(...one));
const sent = readFileSync(join(folder, "kamm.small.wasm"));
const whole = packedSize(sent) + packedSize(face);
console.log(row("together, each compressed alone", ...[1, 2].map((i) => rows.reduce((sum, one) => sum + one[i], 0))));
console.log(row("as it is sent, by Binaryen: `separate.js` and `kamm.wasm`", sent.length + face.length, whole));
