/** The JavaScript examples of docs/cookbook.md and docs/npm.md, each run by itself. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadKamm as loadFull } from "kamm/full";
import { dataFile, kamm, micra } from "./support";

const motorcycle = dataFile("two-wheelers/sport-1000.json").toString();
const pages = { cookbook: kamm, npm: await loadFull({ wasm: dataFile("../wasm/dist/kamm-full.wasm") }) };

function readRecipes(page: string): [string, string][] {
    const text = readFileSync(fileURLToPath(new URL(`../../docs/${page}.md`, import.meta.url)), "utf8");
    const found = [...text.matchAll(/^### (.+)\n(?:(?!###)[^`]*\n|(?!###)(?!```)[^\n]*\n)*?```js\n([^]*?)^```$/gm)];
    return found.map(([, heading, code]) => [heading!, code!]);
}

describe.each(Object.entries(pages))("an example of docs/%s.md prints what it says", (page, entry) => {
    const recipes = readRecipes(page);
    test.each(recipes)("%s", (_, code) => {
        const said: string[] = [];
        const run = new Function("kamm", "micra", "motorcycle", "print", `"use strict";\n${code}`);
        run(entry, micra, motorcycle, (text: unknown) => said.push(String(text)));
        expect(said).toEqual([...code.matchAll(/\/\/ prints: (.*)$/gm)].map(([, text]) => text));
    });

    test("and there are some", () => expect(recipes.length).toBeGreaterThan(5));
});
