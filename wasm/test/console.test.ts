/** What Node prints when something goes wrong, and what debuggers find. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("../dist", import.meta.url));

function run(name: string, code: string): { out: string; error: string } {
    const script = `import { loadKamm } from ${JSON.stringify(`${folder}/${name}.js`)};\n${code}`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
        encoding: "utf8",
    });
    return { out: stdout, error: stderr };
}

describe.each(["index", "separate", "lite"])("%s", { timeout: 60_000 }, (name) => {
    test("an uncaught error of Kamm's is a short text", () => {
        const act = name === "lite" ? "kamm.car(new Uint8Array(3))" : `kamm.vehicle("{}")`;
        const { error } = run(name, `const kamm = await loadKamm();\n${act};`);
        expect(error).toContain("KammError: ");
        expect(error).toContain(name === "lite" ? "no compiled model" : "body.mass_kg");
        expect(error.length).toBeLessThan(4000);
    });

    test("an uncaught error of the script's own is a short text, too", () => {
        const { error } = run(name, `const kamm = await loadKamm({ wasm: new Uint8Array(8) });`);
        expect(error).toContain("cannot be compiled");
        expect(error.length).toBeLessThan(4000);
    });

    test("the console shows what there is, in short", () => {
        const { out } = run(name, `console.log(await loadKamm());`);
        expect(out).toMatch(/^Kamm(Lite)? \d+\.\d+\.\d+ \{ .*car, cars.* \}\n$/);
        expect(out.length).toBeLessThan(1000);
    });

    test("a source map leads to the sources", () => {
        const script = readFileSync(`${folder}/${name}.js`, "utf8");
        expect(script).toMatch(new RegExp(`\n//# sourceMappingURL=${name}\\.js\\.map\n$`));
        const map = JSON.parse(readFileSync(`${folder}/${name}.js.map`, "utf8"));
        const source = map.sources.findIndex((path: string) => path.endsWith("/src/cars.ts"));
        expect(map.sourcesContent[source]).toContain("export function makeCars(");
        expect(map.mappings.length).toBeGreaterThan(1000);
        for (const path of map.sources)
            if (!path.includes("generated")) expect(existsSync(`${folder}/${path}`), path).toBe(true);
    });
});

test("the source map tells the line that throws", { timeout: 60_000 }, () => {
    const script = `import { loadKamm } from ${JSON.stringify(`${folder}/index.js`)};
        (await loadKamm()).cars({}, 0);`;
    const { stderr } = spawnSync(
        process.execPath,
        ["--enable-source-maps", "--input-type=module", "-e", script],
        { encoding: "utf8" },
    );
    expect(stderr).toMatch(/src\/kamm\.ts:\d+:\d+/);
    expect(stderr.length).toBeLessThan(4000);
});

test("code and data in the bundles have lines of bounded length", () => {
    const lines = readFileSync(`${folder}/index.js`, "utf8").split("\n");
    const code = lines.filter((line) => !line.includes(".json:"));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(20_000);
    expect(code.length).toBeGreaterThan(1000);
});
