/**
 * What a frame of the whole page costs in Chromium: its script, apart for physics, scene and dials, with 1 and 20 cars; what it
 * asks of a graphics card in each quality; what changes of car leave in memory.
 *
 *     node bench/page/frames.mjs [--json] [--quick]
 *
 * Wants the page built: npm run build. $CHROMIUM names another browser than /usr/bin/chromium. WebGL draws nothing meanwhile:
 * its time is the graphics card's.
 */
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { probeGl } from "./gl_probe.mjs";
import { changeCars } from "./car_changes.mjs";

const folder = fileURLToPath(new URL("../../build/page", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
const isQuick = process.argv.includes("--quick");
const measuredS = isQuick ? 2 : 10;

/** An isolated page has the fine clock. */
function serve(route) {
    const path = new URL(route.request().url()).pathname;
    const file = `${folder}${path === "/" ? "/index.html" : path}`;
    if (!existsSync(file)) return route.fulfill({ status: 404 });
    const headers = {
        "Content-Type": types[extname(file)] ?? "application/octet-stream",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
    };
    return route.fulfill({ headers, body: readFileSync(file) });
}

async function open(browser, quality, others) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 760 }, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.addInitScript(probeGl);
    await page.route("http://localhost/**", serve);
    await page.goto(`http://localhost/?quality=${quality}#car=bmw-m3-e46&start=circuit&others=${others}`);
    await page.waitForSelector("body[data-ready]", { state: "attached" });
    await page.evaluate(() => window.kamm.run("autopilot"));
    await page.waitForTimeout(2000); // until the machine code is the fast one
    return page;
}

/** Means over some seconds of driving. */
async function measureFrames(browser, quality, cars) {
    const page = await open(browser, quality, cars - 1);
    const read = () =>
        page.evaluate(() => ({
            ...{ frames: window.kamm.costs.frames, ...window.kamm.costs.totalMs },
            ...{ calls: window.glCounts.calls, triangles: window.glCounts.triangles },
        }));
    const before = await read();
    await page.waitForTimeout(1000 * measuredS);
    const after = await read();
    await page.context().close();
    const per = (name) => (after[name] - before[name]) / (after.frames - before.frames);
    const names = ["physics", "scene", "dials", "calls", "triangles"];
    return { quality, cars, ...Object.fromEntries(names.map((name) => [name, per(name)])) };
}

async function measureMemory(browser) {
    const page = await open(browser, "low", 0);
    const rounds = isQuick ? 2 : 6;
    const states = await changeCars(page, { rounds, secondsACar: 30 });
    await page.context().close();
    return states;
}

const line = (words) => words.map((word, i) => String(word).padStart(i ? 12 : 8)).join("");

function report({ frames, memory }) {
    console.log("milliseconds of script per frame\n" + line(["quality", "cars", "physics", "scene", "dials", "draw calls", "triangles"]));
    for (const { quality, cars, physics, scene, dials, calls, triangles } of frames)
        console.log(line([quality, cars, ...[physics, scene, dials].map((ms) => ms.toFixed(2)), calls.toFixed(0), triangles.toFixed(0)]));
    console.log("\nmemory after changes of car, 30 s of driving each\n" + line(["changes", "script MB", "module MB", "buffers", "textures", "programs"]));
    for (const { changes, heapBytes, moduleBytes, alive } of memory)
        console.log(line([changes, ...[heapBytes, moduleBytes].map((bytes) => (bytes / 1e6).toFixed(2)), alive.buffers, alive.textures, alive.programs]));
}

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
try {
    const frames = [];
    for (const quality of ["low", "medium", "high"])
        for (const cars of [1, 20]) frames.push(await measureFrames(browser, quality, cars));
    const results = { host: `Chromium ${browser.version()}`, frames, memory: await measureMemory(browser) };
    if (process.argv.includes("--json")) console.log(JSON.stringify(results, null, 4));
    else report(results);
} finally {
    await browser.close();
}
