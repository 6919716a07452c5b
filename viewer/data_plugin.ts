/** What the page has of the folder data/, made small: nothing of it is lost that the page shows. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { deflateSync } from "node:zlib";
import type { Plugin } from "vite";
import { readGreyPng } from "../wasm/src/png";
import { differencesOf, mapOfDifferences } from "./src/simulation/height_map";

/** Readers need neither what sources say nor indentation. */
const shortened = (text: string) =>
    JSON.stringify(JSON.parse(text, (key, value) => (key === "sources" ? { "*": "data folder" } : value)));

async function packHeights(path: string): Promise<Uint8Array> {
    const { columns, rows, bits, bytes } = await readGreyPng(readFileSync(path), basename(path));
    if (bits !== 16) throw new Error(`${path}: height maps have 16 bits`);
    const samples = Uint16Array.from({ length: columns * rows }, (_, i) => (bytes[2 * i]! << 8) | bytes[2 * i + 1]!);
    const differences = differencesOf({ columns, rows, samples });
    if (!Buffer.from(mapOfDifferences(differences).samples.buffer).equals(Buffer.from(samples.buffer)))
        throw new Error(`${path}: is not the same once it has been packed`);
    return deflateSync(differences, { level: 9, memLevel: 9 });
}

/** `data/….json?raw` without sources; `data/….png?heights` is the address of a packed height map. */
export function data(): Plugin {
    let isServing = false;
    return {
        name: "data",
        enforce: "pre",
        config(_, { command }) {
            isServing = command === "serve";
        },
        async load(id) {
            const [path, query] = id.split("?") as [string, string | undefined];
            if (!path.includes("/data/")) return;
            if (query === "raw" && path.endsWith(".json"))
                return `export default ${JSON.stringify(shortened(readFileSync(path, "utf8")))}`;
            if (query !== "heights") return;
            const source = await packHeights(path);
            if (isServing) return `export default "data:;base64,${Buffer.from(source).toString("base64")}"`;
            const file = this.emitFile({ type: "asset", name: `${basename(path, ".png")}.heights`, source });
            return `export default import.meta.ROLLUP_FILE_URL_${file}`;
        },
    };
}
