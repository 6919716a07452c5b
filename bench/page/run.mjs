/**
 * Physics cost per frame of 1, 8 and 20 cars: Kamm's full model, Jolt and Rapier, in Node and in
 * Chromium.
 *
 *     node bench/page/run.mjs [--json] [--node] [--chromium]
 *
 * Wants the package built: npm run build -w kamm. $CHROMIUM names another browser than
 * /usr/bin/chromium.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import { measure } from "./costs.mjs";

const counts = [1, 8, 20];
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const options = {
    counts,
    vehicle: readFileSync(here("../../data/vehicles/bmw-m3-e46.json"), "utf8"),
};

/** costs.mjs with all that it imports, as one module. */
async function bundle() {
    const [{ output }] = await build({
        configFile: false,
        logLevel: "error",
        build: {
            write: false,
            target: "es2022",
            lib: { entry: here("costs.mjs"), formats: ["es"], fileName: "costs" },
        },
    });
    return output[0].code;
}

/** An isolated page has the fine clock. */
async function openPage(browser, code) {
    const page = await browser.newPage();
    const headers = {
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
    };
    await page.route("http://localhost/**", (route) =>
        route.request().url().endsWith("costs.js")
            ? route.fulfill({ headers, contentType: "text/javascript", body: code })
            : route.fulfill({ headers, contentType: "text/html", body: "<!doctype html>" }),
    );
    await page.goto("http://localhost/");
    return page;
}

async function measureInChromium() {
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: ["--no-sandbox"],
    });
    try {
        const page = await openPage(browser, await bundle());
        const results = await page.evaluate(
            async (options) => (await import("http://localhost/costs.js")).measure(options),
            options,
        );
        return { host: `Chromium ${browser.version()}`, results };
    } finally {
        await browser.close();
    }
}

async function measureInNode() {
    return { host: `Node ${process.version}`, results: await measure(options) };
}

/** One line an engine; in brackets, how many times the time of Kamm's cars in a world it takes. */
function table({ host, results }) {
    const find = (name, substeps, cars) =>
        results.find((r) => r.name === name && r.substeps === substeps && r.cars === cars).frameMs;
    const cell = ({ name, substeps }, cars) => {
        const ms = find(name, substeps, cars);
        const kammMs = find(results[0].name, results[0].substeps, cars);
        return `${ms.toFixed(3)} (${(ms / kammMs).toFixed(2)})`;
    };
    const line = (name, substeps, cells) =>
        name.padEnd(26) + String(substeps).padStart(9) + cells.map((c) => c.padStart(17)).join("");
    const engines = results.filter((r) => r.cars === counts[0]);
    return [
        `${host}: milliseconds per frame of 1/60 s`,
        line("", "substeps", counts.map((n) => (n === 1 ? "1 car" : `${n} cars`))),
        ...engines.map((e) => line(e.name, e.substeps, counts.map((n) => cell(e, n)))),
    ].join("\n");
}

const words = process.argv.slice(2);
const wrong = words.find((word) => !["--json", "--node", "--chromium"].includes(word));
if (wrong) {
    console.error(`${wrong}? node bench/page/run.mjs [--json] [--node] [--chromium]`);
    process.exit(2);
}
const wants = (word, other) => words.includes(word) || !words.includes(other);
const hosts = [];
if (wants("--node", "--chromium")) hosts.push(await measureInNode());
if (wants("--chromium", "--node")) hosts.push(await measureInChromium());
const asJson = words.includes("--json");
console.log(asJson ? JSON.stringify(hosts, null, 4) : hosts.map(table).join("\n\n"));
