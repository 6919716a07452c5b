/** The JavaScript recipes of docs/cookbook.md, each run by itself. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { kamm, micra } from "./support";

const page = readFileSync(fileURLToPath(new URL("../../docs/cookbook.md", import.meta.url)), "utf8");
const recipes = [...page.matchAll(/^### (.+)\n(?:(?!###)[^`]*\n)?```js\n([^]*?)^```$/gm)];

describe("a recipe of the cookbook prints what it says", () => {
    test.each(recipes.map(([, heading, code]) => [heading!, code!]))("%s", (_, code) => {
        const said: string[] = [];
        const run = new Function("kamm", "micra", "print", `"use strict";\n${code}`);
        run(kamm, micra, (text: string) => said.push(text));
        expect(said).toEqual([...code.matchAll(/\/\/ prints: (.*)$/gm)].map(([, text]) => text));
    });

    test("and there are some", () => expect(recipes.length).toBeGreaterThan(5));
});
