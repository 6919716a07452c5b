/** The first minute: the top bar, the cards, the cameras, the clip. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drawsLittle } from "./draws_little";
import { shareBrowser } from "./shared";
import { focusScene, frames, openPage, read, until, untilReady, untilSeen, visit, type VisitOptions, when, withoutWebGl } from "./visit";

const shared = shareBrowser();

interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}
/** What a thumb wants, or a hand at the mouse. */
const controls = ".touch-slide:visible, .touch-pedal:visible, .touch-buttons button:visible, #top > *";

const phones = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
] as const;
const asPhone = (viewport: { width: number; height: number }) => ({ viewport, hasTouch: true, isMobile: true });

describe("the top bar", () => {
    async function hasFewThings(page: Page, viewport: { width: number; height: number }) {
        await page.setViewportSize(viewport);
        await frames(page, 2);
        const things = page.locator("#top summary:visible, #top button:visible");
        const names = await things.allTextContents();
        expect(names.length).toBeLessThanOrEqual(7);
        expect(names[0]).toMatch(/^Car.*BMW M3/);
        expect(names.slice(-3)).toEqual(["View", "Tune", "Help"]);
        for (const thing of await things.all()) {
            const { x, y, width, height } = (await thing.boundingBox())!;
            expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
            expect(x + width).toBeLessThanOrEqual(viewport.width);
            expect(y + height).toBeLessThan(110);
        }
    }

    test("has at most seven things on a phone, all inside", async () => {
        const { page, complaints, close } = await visit(shared.browser, shared.url, { hash: "car=bmw-m3-e46", ...asPhone(phones[0]) });
        for (const viewport of phones) await hasFewThings(page, viewport);
        expect(complaints).toEqual([]);
        await close();
    });

    test("has at most seven things in a window; its lists reach all that there was, and close when the user drives on", async () => {
        const { page, complaints, close } = await visit(shared.browser, shared.url, { hash: "car=bmw-m3-e46" });
        for (const viewport of [{ width: 1280, height: 760 }, { width: 1000, height: 620 }]) await hasFewThings(page, viewport);
        await page.locator(".menu-view > summary").click();
        const list = page.locator(".menu-list");
        for (const name of ["Forces", "Camera", "Replay", "Sound", "Autopilot", "Pads and wheels", "Kamm circles", "Plots", "Cost of a frame"])
            expect(await list.getByRole("button", { name }).first().isVisible(), name).toBe(true);
        await list.getByRole("button", { name: "Plots" }).click();
        expect(await list.isVisible()).toBe(true); // the next instrument
        await list.getByRole("button", { name: "Forces" }).click();
        expect(await list.isVisible()).toBe(false);
        await page.locator(".conditions > summary").click();
        for (const label of ["Car", "Model", "Surface", "Place", "Gearbox", "Wind, km/h", "Others"])
            expect(await page.getByLabel(label, { exact: true }).first().isVisible(), label).toBe(true);
        await page.locator(".menu-view > summary").click(); // one list at a time
        expect(await page.locator(".conditions-list").isVisible()).toBe(false);
        await page.locator(".menu-view > summary").focus();
        await page.keyboard.press("Escape");
        expect(await list.isVisible()).toBe(false);
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("View");
        await page.keyboard.press("Enter");
        expect(await list.isVisible()).toBe(true);
        await focusScene(page);
        await page.keyboard.press("ArrowUp");
        expect(await list.isVisible()).toBe(false);
        expect(complaints).toEqual([]);
        await close();
    });
});

describe("the first minute", () => {
    const begin = (options: VisitOptions = {}) => visit(shared.browser, shared.url, { quality: "off", search: "&intro", ...options });
    const title = (page: Page) => page.evaluate(() => window.kamm!.cameraTitle);

    test("a link is not held up by it", async () => {
        const { page, close } = await visit(shared.browser, shared.url, { hash: "car=nissan-micra" });
        expect(await title(page)).toBe("Chase");
        expect(await page.locator(".start-card:visible").count()).toBe(0);
        expect(await page.locator(".dial-speed").isVisible()).toBe(true);
        await close();
    });

    for (const options of [{}, ...phones.map(asPhone)] as VisitOptions[])
        test(`the camera circles and three cards wait, inside ${options.viewport?.width ?? 1000} px, until the first input; then panels come one by one`, async () => {
            const { page, complaints, close } = await begin(options);
            const { width, height } = page.viewportSize()!;
            expect(await title(page)).toBe("Round the car");
            expect(await page.getByText("Press an arrow key, touch, or plug in a wheel").isVisible()).toBe(true);
            expect(await page.locator(".dial-speed").isVisible()).toBe(false);
            expect(await page.locator(".tuning").isVisible()).toBe(false);
            const pads = await page.locator("#touch > *:visible").all();
            const isApart = (a: Box, b: Box) => a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
            for (const card of await page.locator(".start-card").all()) {
                const box = (await card.boundingBox())!;
                expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
                expect(box.x + box.width).toBeLessThanOrEqual(width);
                expect(box.y + box.height).toBeLessThanOrEqual(height);
                for (const pad of pads) expect(isApart(box, (await pad.boundingBox())!)).toBe(true);
            }
            if (options.hasTouch) await page.locator(".touch-throttle").tap();
            else await page.keyboard.press("ArrowUp");
            expect(await title(page)).toBe("Chase");
            await until(page, "!document.querySelector('.start-card').checkVisibility()");
            const note = page.locator(".start-note");
            await note.getByText("Speed, revs and pedals").waitFor();
            expect(await page.locator(".dial-speed").isVisible()).toBe(true);
            const box = (await note.boundingBox())!;
            expect(box.x).toBeGreaterThanOrEqual(0);
            expect(box.x + box.width).toBeLessThanOrEqual(width);
            for (const control of await page.locator(`${controls}, .dial-speed`).all())
                expect(isApart(box, (await control.boundingBox())!), await control.innerText()).toBe(true);
            if (!options.hasTouch) {
                await note.hover(); // it stays while it is pointed at
                expect(await page.locator(".dial-circles").isVisible()).toBe(false);
                await note.getByRole("button", { name: "Next" }).click();
                await note.getByText("friction circle").waitFor();
                expect(await page.locator(".dial-circles").isVisible()).toBe(true);
                expect(await page.locator(".map").isVisible()).toBe(false);
            }
            await page.keyboard.press("Escape");
            expect(await note.isVisible()).toBe(false);
            if (!options.hasTouch) expect(await page.locator(".map").isVisible()).toBe(true);
            if (!options.hasTouch) {
                await page.goto(`${shared.url}?quality=off&intro`); // the second visit
                await untilReady(page);
                await page.keyboard.press("ArrowUp");
                await page.locator(".dial-speed").waitFor();
                expect(await note.isVisible()).toBe(false);
            }
            expect(complaints).toEqual([]);
            await close();
        });

    test("Drift: one click to a rear-driven car without its aids on the skid pad; a counter, and a result", async () => {
        const { page, complaints, close } = await begin({ reducedMotion: "reduce" });
        expect(await title(page)).toBe("Round the car");
        await page.getByRole("button", { name: /^Drift/ }).click();
        const setup = await page.evaluate(() => window.kamm!.simulation.setup);
        expect(setup).toMatchObject({ car: "nissan-350z-drift", start: "skid_pad", changes: { "aids.tcs": false, "aids.esc": false } });
        const live = page.locator(".start-live");
        expect(await page.locator(".start-note").isVisible()).toBe(false); // a task has words of its own
        await untilSeen(page, live.getByText(/held for 0\.0 of 3 s/));
        // Steers as a driver does in a drift: into the turn while the rear does not slide enough, then out of it.
        const seen = await page.evaluate(() => {
            const app = window.kamm!;
            const { driverInput, frame } = app.simulation;
            const box = document.querySelector<HTMLElement>(".start-result")!;
            let most = 0;
            for (let i = 0; i < 40 * 60 && box.hidden; ++i) {
                const car = frame.cars[0]!;
                const slip = -car.sideslipRad;
                const more = 0.5 - slip - 0.3 * (car.yawRateRadps - 0.6);
                Object.assign(driverInput, {
                    steer: Math.max(-1, Math.min(1, 1.8 * more)),
                    throttle: Math.max(0.3, Math.min(1, 1.5 - slip)),
                    handBrake: car.speedMps > 9 && slip < 0.1 && i % 90 < 15 ? 1 : 0,
                });
                app.advance(1 / 60);
                most = Math.max(most, document.querySelector<HTMLProgressElement>(".start-live progress")!.value);
            }
            return { most, heading: box.querySelector("strong")!.textContent };
        });
        expect(seen).toEqual({ most: 1, heading: "Held for 3 s" });
        const result = page.locator(".start-result");
        const figures = await result.locator("dd").allTextContents();
        expect(Number.parseFloat(figures[0]!)).toBeGreaterThan(20);
        await result.getByRole("button", { name: "Again" }).click();
        await untilSeen(page, live.getByText(/of 3 s/));
        expect(await read(page, "simulation.player.speedMps")).toBeLessThan(1);
        await page.keyboard.press("Escape"); // panels
        await page.keyboard.press("Escape");
        expect(await live.isVisible()).toBe(false);
        expect(complaints).toEqual([]);
        await close();
    });

    test("Lap: against what Kamm's driver takes, which the page's autopilot does take", async () => {
        const { page, complaints, close } = await begin();
        await page.getByRole("button", { name: /^Lap/ }).click();
        await when(page, `/Kamm's driver \\d:\\d\\d/.test(document.querySelector(".start-live").textContent)`);
        await page.evaluate(() => {
            const app = window.kamm!;
            app.simulation.autopilot = true;
            for (let i = 0; i < 8000 && document.querySelector<HTMLElement>(".start-result")!.hidden; ++i) app.advance(1 / 60);
            app.simulation.autopilot = false;
        });
        const [kamm] = await page.locator(".start-result dd").allTextContents();
        const [, bySeconds] = /you [−+±]([\d.]+) s/.exec(kamm!)!;
        expect(Number(bySeconds)).toBeLessThan(1); // of 90 s
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        expect(await page.locator(".start-result").isVisible()).toBe(false);
        expect(complaints).toEqual([]);
        await close();
    });

    test("Moose: the lab's test with its course, before which the car waits; another task leaves it", async () => {
        const { page, complaints, close } = await begin({ hash: "car=bmw-m3-e46" });
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await page.keyboard.press("Digit1");
        await page.getByRole("button", { name: /^Moose/ }).click();
        await when(page, "app.tests.active");
        expect(await page.locator("#road-test").textContent()).toContain("Entry at 50 km/h");
        expect(await page.evaluate(() => window.kamm!.simulation.setup.car)).toBe("volvo-v40");
        expect(await read(page, "simulation.frame.bodies.length")).toBe(30);
        expect(await page.locator(".start-live").isVisible()).toBe(false);
        await page.keyboard.press("Digit1");
        await page.getByRole("button", { name: /^Drift/ }).click();
        await when(page, "!app.tests.active");
        await page.locator(".start-live").waitFor();
        expect(complaints).toEqual([]);
        await close();
    });

    test("without WebGL the plan is shown, with the cards", async () => {
        const { page, close } = await begin({ quality: "low", before: withoutWebGl });
        expect(await title(page)).toMatch(/^Above/);
        await page.locator("#messages button").click();
        await page.getByRole("button", { name: /^Drift/ }).click();
        await page.locator(".start-live").waitFor();
        await focusScene(page);
        await page.keyboard.down("ArrowUp");
        await until(page, "simulation.player.speedMps > 1");
        expect(await title(page)).toMatch(/^Above/);
        await close();
    });
});

async function contentOf(film: Download): Promise<Buffer> {
    const folder = mkdtempSync(join(tmpdir(), "clip-"));
    try {
        await film.saveAs(join(folder, "film"));
        return readFileSync(join(folder, "film"));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

describe("the clip", () => {
    test("of the last seconds is a film that is saved; the car drives on", async () => {
        const { page, complaints, close } = await visit(shared.browser, shared.url, {
            hash: "car=bmw-m3-e46&start=straight",
            quality: "low",
            viewport: { width: 320, height: 200 },
            before: drawsLittle,
        });
        await page.evaluate(() => {
            window.clock!.frameMs = 100; // drawing in software takes longer still
            window.kamm!.simulation.driverInput.throttle = 1;
            for (let i = 0; i < 120; ++i) window.kamm!.advance(1 / 60);
        });
        const saved = page.waitForEvent("download");
        await focusScene(page);
        await page.keyboard.press("Backslash");
        expect(await page.evaluate(() => window.kamm!.cameraTitle)).toMatch(/Chase|Television/);
        await when(page, "!document.querySelector('.replay').checkVisibility()");
        const film = await saved;
        expect(film.suggestedFilename()).toMatch(/^kamm-.*\.webm$/);
        const bytes = await contentOf(film);
        expect(bytes.subarray(0, 4).toString("hex")).toBe("1a45dfa3"); // EBML, as WebM begins
        expect(bytes.length).toBeGreaterThan(3000);
        expect(bytes.includes("V_VP")).toBe(true);
        const timeS = await read(page, "simulation.frame.timeS");
        await until(page, `simulation.frame.timeS > ${timeS}`);
        expect(complaints).toEqual([]);
        await close();
    });

    test("is reported where a browser cannot make it", async () => {
        const { page, complaints, close } = await visit(shared.browser, shared.url, {
            hash: "car=bmw-m3-e46&start=straight",
            before: () => Object.assign(window, { MediaRecorder: undefined }),
        });
        await page.keyboard.press("Backslash");
        await page.locator("#messages").getByText("cannot record").waitFor();
        expect(complaints).toEqual([]);
        await close();
    });
});

describe("loading", () => {
    test("is shown before any script has come in, and ends with the first picture", async () => {
        const { page, close } = await openPage(shared.browser, shared.url);
        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await page.route("**/*.js", async (route) => {
            await held;
            await route.continue();
        });
        await page.goto(`${shared.url}?quality=off#car=nissan-micra`, { waitUntil: "commit" });
        const box = page.locator("#loading");
        await box.getByText("The page is coming in").waitFor();
        expect(await box.locator("progress").isVisible()).toBe(true);
        release();
        await untilReady(page);
        expect(await box.count()).toBe(0);
        await close();
    });

    test("tells its steps", async () => {
        const { page, close } = await visit(shared.browser, shared.url, {
            before: () => {
                const told: string[] = [];
                Object.assign(window, { told });
                new MutationObserver(() => {
                    const text = document.querySelector("#loading output")?.textContent;
                    const value = document.querySelector<HTMLProgressElement>("#loading progress")?.value;
                    if (text && !told.at(-1)?.startsWith(text)) told.push(`${text} ${value}`);
                }).observe(document, { subtree: true, childList: true, characterData: true });
            },
        });
        const told = await page.evaluate(() => (window as unknown as { told: string[] }).told.join("; "));
        expect(told).toMatch(/The physics: \d+ kB/);
        expect(told).toMatch(/proving ground 0\.35.*what shows it 0\.6.*first picture 0\.9/);
        await close();
    });
});
