#!/usr/bin/env node
// Builds the package: the module (CMake), types from its field tables, declarations (tsc), bundles (esbuild).
// The build folder is build/wasm, or what KAMM_WASM_BUILD names. Quick if nothing has changed.
//
// With the word "page", and if the whole package has not been built yet: without declarations and the modules of kamm/full and
// kamm/lite, which the page does not need.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { fieldTypes, readTables, rungTypes } from "./field_types.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
const root = resolve(here, "..");
const folder = resolve(process.env.KAMM_WASM_BUILD ?? join(root, "build/wasm"));
const dist = join(here, "dist");
const generated = join(here, "src/generated");
const entries = ["index", "separate", "full", "lab", "new_cars", "lite", "three", "three_bvh", "three_draw", "worker"];
const maxLiteSize = 150_000;
const isBuilt = existsSync(join(dist, "kamm-lite.wasm"));
const isWhole = isBuilt || !process.argv.includes("page");
const libcLicence = "/usr/share/doc/wasi-libc/copyright";

function run(command, ...rest) {
    try {
        execFileSync(command, rest, { cwd: root, stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 26 });
    } catch (error) {
        process.stderr.write((error.stdout ?? "").toString().slice(-8000));
        console.error(`kamm: ${command} has failed: ${error.message}`);
        process.exit(1);
    }
}

/** Writes only what differs, so that what depends on it is not made again. */
function write(path, content) {
    const bytes = Buffer.from(content);
    if (!existsSync(path) || !readFileSync(path).equals(bytes)) writeFileSync(path, bytes);
}

/** Shows how far it is. */
function runNinja(at, targets) {
    try {
        execFileSync("ninja", ["-C", at, ...targets], { stdio: ["ignore", "inherit", "inherit"] });
    } catch (error) {
        console.error(`kamm: ninja has failed: ${error.message}`);
        process.exit(1);
    }
}

/** Builds targets in a folder of their own. */
function buildModules(at, targets, ...options) {
    if (!existsSync(join(at, "build.ninja")))
        run("cmake", "-G", "Ninja", "-S", here, "-B", at, "-DKAMM_CCACHE=ON", ...options);
    runNinja(at, targets);
}

/** Readers need neither what sources say nor indentation. */
function withoutSources(path) {
    const text = readFileSync(path, "utf8");
    if (!path.endsWith(".json")) return text;
    return JSON.stringify(JSON.parse(text, (key, value) => (key === "sources" ? { "*": "data folder" } : value)));
}

const filesOf = (kind) =>
    readdirSync(join(root, "data", kind))
        .sort()
        .map((file) => `${kind}/${file}`);

/** What is known by its name: vehicles, tyres, surfaces, trailers, combinations. */
function readData() {
    const paths = [...["vehicles", "trailers", "combinations", "tyres"].flatMap(filesOf), "surfaces.json"];
    return Object.fromEntries(paths.map((path) => [path, withoutSources(join(root, "data", path))]));
}

/** The library's, which the package's has to be. */
function readVersion() {
    const header = readFileSync(join(root, "include/kamm/version.h"), "utf8");
    const version = ["MAJOR", "MINOR", "PATCH"]
        .map((part) => header.match(new RegExp(`^#define KAMM_VERSION_${part} (\\d+)$`, "m"))[1])
        .join(".");
    const written = JSON.parse(readFileSync(join(here, "package.json"), "utf8")).version;
    if (written === version) return version;
    console.error(`kamm: wasm/package.json has version ${written}, include/kamm/version.h ${version}`);
    process.exit(1);
}

async function generate(module) {
    mkdirSync(generated, { recursive: true });
    const version = readVersion();
    write(join(generated, "version.ts"), `export const version = ${JSON.stringify(version)};\n`);
    write(join(generated, "rungs.ts"), rungTypes(readFileSync(join(root, "include/kamm/vehicle.h"), "utf8")));
    write(
        join(generated, "data.ts"),
        `export const data: Readonly<Record<string, string>> = ${JSON.stringify(readData())};\n`,
    );
    const bytes = readFileSync(module);
    const packed = gzipSync(bytes, { level: 9 }).toString("base64");
    write(
        join(generated, "embedded.ts"),
        `import { unpack } from "../unpack";\n\n` +
            `export const embedded = () => unpack(\`\n${packed.match(/.{1,100}/g).join("\n")}\`);\n`,
    );
    const { fields, surfaces } = await readTables(bytes);
    write(join(generated, "fields.ts"), fieldTypes(fields));
    write(
        join(generated, "lite.ts"),
        `export { version } from "./version";\n` +
            `/** kamm_surface_set. */\nexport const surfaceBytes = ${JSON.stringify(surfaces)};\n`,
    );
}

function newest(path) {
    if (!existsSync(path)) return 0;
    if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
    return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Data files are what pages ask for by name. */
function copyData() {
    for (const kind of ["vehicles", "two-wheelers", "trailers", "combinations", "worlds", "arcade"])
        cpSync(join(root, "data", kind), join(dist, "data", kind), { recursive: true });
}

/** Declarations: of all that the types are made of one file, whose imports any resolution finds. */
function declarations() {
    const made = join(folder, "declarations");
    run("node", join(root, "node_modules/typescript/bin/tsc"), "-p", here,
        "--noEmit", "false", "--emitDeclarationOnly", "--outDir", made);
    const read = (name) => readFileSync(join(made, `${name}.d.ts`), "utf8");
    const types = read("types")
        .replace(/^import type .*;\n/gm, "")
        .replace(/^export (type \{.*\}|\* from .*);\n/gm, "");
    const load = read("index").replace(/^(import|export \*) .*;\n/gm, "");
    const onIndex = (text) => text.replaceAll('"./types"', '"./index.js"').replaceAll('"./full_types"', '"./full.js"');
    return {
        index: types + read("generated/rungs") + read("generated/fields") + load,
        separate: 'export * from "./index.js";\n',
        full: onIndex(read("full_types") + read("full").replace(/^(import type \{ FullKamm|export \* from "\.\/full_types").*;\n/gm, "")),
        ...Object.fromEntries(["lab", "new_cars", "lite", "three", "three_bvh", "three_draw", "worker"].map((name) => [name, onIndex(read(name))])),
    };
}

/** Kamm's, and those of what the module is linked with. */
function licences() {
    const cjson = readFileSync(join(folder, "cjson/cJSON.c"), "utf8").split("*/")[0].replace("/*", "");
    const parts = [
        readFileSync(join(root, "LICENSE"), "utf8"),
        `The module contains cJSON:\n\n${cjson}`,
        `The module contains wasi-libc, with musl:\n\n${readFileSync(libcLicence, "utf8")}`,
    ];
    return parts.map((part) => part.trim()).join(`\n\n${"-".repeat(80)}\n\n`) + "\n";
}

/** Debuggers step through the sources, but for the module and the data. */
function trimMap(name) {
    const path = join(dist, `${name}.js.map`);
    const map = JSON.parse(readFileSync(path, "utf8"));
    map.sourcesContent = map.sources.map((source, i) => (source.includes("/generated/") ? "" : map.sourcesContent[i]));
    writeFileSync(path, JSON.stringify(map));
}

/** What a page loads, as servers send it. */
const sentSize = (...names) => gzipSync(Buffer.concat(names.map((name) => readFileSync(join(dist, name)))), { level: 9 }).length;

function checkLite() {
    const size = sentSize("lite.js", "kamm-lite.wasm");
    console.log(`kamm/lite: ${size} bytes, gzipped`);
    if (size < maxLiteSize) return;
    console.error(`kamm: kamm/lite is ${size} bytes, gzipped; it has to stay below ${maxLiteSize}`);
    process.exit(1);
}

async function bundle(modules) {
    const declared = isWhole ? declarations() : {}; // what does not compile leaves the last build as it was
    rmSync(dist, { recursive: true, force: true });
    const entry = (name) => ({ in: join(here, `src/${name}.ts`), out: name });
    await build({
        entryPoints: entries.map(entry),
        outdir: dist,
        bundle: true,
        format: "esm",
        target: "es2022",
        external: ["three", "three-mesh-bvh", "./index.js"],
        minify: true,
        lineLimit: 200, // Node shows the line of an uncaught error
        sourcemap: true,
        legalComments: "none",
    });
    entries.forEach(trimMap);
    for (const [name, text] of Object.entries(declared)) write(join(dist, `${name}.d.ts`), text);
    for (const [name, module] of Object.entries(modules)) cpSync(module, join(dist, `${name}.wasm`));
    if (isWhole) checkLite();
    copyData();
    write(join(dist, "LICENSE"), licences());
}

/**
 * The passes of wasm-opt that make a module smaller as it is sent. LLVM has optimised it before: all of -Os take five times as long,
 * for more bytes, and modules that are a twentieth slower.
 */
const passes = [
    ...["rse", "dce", "vacuum", "optimize-instructions", "simplify-locals", "vacuum", "coalesce-locals", "simplify-locals", "vacuum"],
    ...["reorder-locals", "merge-blocks", "remove-unused-brs", "remove-unused-names", "vacuum", "duplicate-function-elimination"],
    "dae-optimizing", // without arguments that are always the same
].map((pass) => `--${pass}`);

/** Binaryen makes modules a few per cent smaller than LLVM; the bits that they compute stay. */
function shrink(module, how) {
    const small = module.replace(/\.wasm$/, ".small.wasm");
    const features = ["bulk-memory", "simd", "mutable-globals", "sign-ext", "nontrapping-float-to-int"];
    if (!existsSync(small) || newest(module) > newest(small))
        run("wasm-opt", ...how, ...features.map((name) => `--enable-${name}`), module, "-o", small);
    return small;
}

const names = ["kamm", "kamm-lab", "kamm-new-cars", ...(isWhole ? ["kamm-full"] : [])];
buildModules(folder, names.map((name) => name.replace(/^kamm/, "kamm_wasm").replaceAll("-", "_")));
const shrunk = (name) => [name, shrink(join(folder, `${name}.wasm`), passes)];
const modules = Object.fromEntries(names.map(shrunk));
if (isWhole) {
    buildModules(`${folder}-lite`, ["kamm_wasm"], "-DKAMM_LITE=ON");
    modules["kamm-lite"] = shrink(join(`${folder}-lite`, "kamm.wasm"), ["-Oz"]);
}
await generate(modules.kamm);
const sources = ["src", "scripts", "package.json", "tsconfig.json"].map((name) => join(here, name));
const inputs = [...sources, ...Object.values(modules), join(root, "data")];
const stamp = join(dist, "kamm.wasm");
if ((isWhole && !isBuilt) || Math.max(...inputs.map(newest)) > newest(stamp)) await bundle(modules);
