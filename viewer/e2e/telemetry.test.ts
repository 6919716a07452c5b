/** Telemetry in a browser: laps of two set-ups compared, files, saved set-ups, times, ghosts in links. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { drop, focusScene, frames, pass, read, until, untilReady, type Visit, visit, when } from "./visit";

const here = shareBrowser();
const circuit = "car=bmw-m3-e46&start=circuit";

/** Drives until that many laps have ended since the page was opened. */
async function driveLaps(page: Page, count: number) {
    await page.evaluate((wanted) => {
        const { telemetry, advance } = window.kamm!;
        const laps = () => telemetry.runs.filter(({ kind }) => kind === "lap").length;
        for (let i = 0; i < 3000 && laps() < wanted; ++i) for (let k = 0; k < 30; ++k) advance(1 / 30);
    }, count);
}

const sheet = (page: Page) => page.getByRole("region", { name: "Telemetry", exact: true });
const text = (page: Page, expression: string) =>
    page.evaluate(
        `(() => { const { telemetry, laps } = window.kamm; return String(${expression}); })()`,
    ) as Promise<string>;

async function openSheet(page: Page) {
    if ((await sheet(page).count()) > 0) return;
    await focusScene(page);
    await page.keyboard.press("KeyV");
    await sheet(page).waitFor();
}

async function closeSheet(page: Page) {
    if ((await sheet(page).count()) > 0) await page.keyboard.press("Escape");
    await focusScene(page);
}

describe("a lap on set-up A, one on B", () => {
    let it: Visit;
    let page: Page;
    beforeAll(async () => {
        it = await visit(here.browser, here.url, { hash: circuit, viewport: { width: 1280, height: 760 } });
        page = it.page;
        await focusScene(page);
        await page.keyboard.press("KeyO");
        await driveLaps(page, 1);
        await page.keyboard.press("KeyB");
        await page.evaluate(() =>
            window.kamm!.simulation.change({ changes: { "axles[1].suspension.anti_roll_bar_n_per_m": 40_000 } }),
        );
        // The lap that is on has both set-ups in it; the next one is B's alone.
        await driveLaps(page, 3);
    });
    afterAll(() => it?.close());

    test("both are kept with what they were driven with, and times agree with the lap timer", async () => {
        expect(
            await text(
                page,
                "telemetry.runs.map(({ origin }) => origin.slot + (origin.isMixed ? ' mixed' : '') + ' ' + origin.driver).join()",
            ),
        ).toBe("B Kamm,B mixed Kamm,A Kamm");
        expect(await read(page, "app.telemetry.runs[0].lengthS")).toBeCloseTo(await read(page, "app.laps.lastS"), 6);
        expect(await read(page, "app.telemetry.runs[0].timesS.length / app.telemetry.runs[0].lengthS")).toBeGreaterThan(
            50,
        );
        expect(await read(page, "app.telemetry.recordedBytes")).toBeLessThan(60e6);
    });

    test("V opens it with A against B; the drive waits; the table has the bars", async () => {
        await closeSheet(page);
        await page.keyboard.press("KeyV");
        await sheet(page).waitFor();
        expect(
            await text(
                page,
                "telemetry.sheet.selection.main.origin.slot + telemetry.sheet.selection.other.origin.slot",
            ),
        ).toBe("AB");
        const timeS = await read(page, "simulation.frame.timeS");
        await frames(page, 20);
        expect(await read(page, "simulation.frame.timeS")).toBe(timeS);
        const table = sheet(page).getByRole("table", { name: "Differences of set-up" });
        expect(await table.textContent()).toMatch(/Anti-roll bar, rear[\d.]+40N\/mm/);
    });

    test("the delta at the end is the difference of the lap times", async () => {
        await openSheet(page);
        await sheet(page).getByRole("slider", { name: "Cursor of the telemetry" }).focus();
        await page.keyboard.press("End");
        const differenceS = await read(
            page,
            "app.telemetry.sheet.selection.other.lengthS - app.telemetry.sheet.selection.main.lengthS",
        );
        const said = async () =>
            (await sheet(page)
                .getByRole("slider", { name: "Cursor of the telemetry" })
                .getAttribute("aria-valuetext"))!;
        await pass(page, 1);
        expect(await said()).toMatch(/^21\d\d\.\d metres. Delta to main/);
        const deltaS = Number(/Delta to main ([−-]?[\d.]+)/.exec(await said())![1]!.replace("−", "-"));
        expect(differenceS).not.toBe(0);
        expect(deltaS).toBeCloseTo(differenceS, 2);
    });

    test("the cursor moves the map, the car that is shown and its instruments", async () => {
        await openSheet(page);
        const slider = sheet(page).getByRole("slider", { name: "Cursor of the telemetry" });
        const map = sheet(page).locator(".telemetry-map");
        // A lap ends where it began, so that positions are compared a page of the cursor away from its ends.
        await slider.press("Home");
        await until(page, "app.telemetry.sheet.selection.cursor === 0");
        const shownFrom = (x: number, y: number) =>
            `Math.hypot(app.shown.cars[0].position[0] - ${x}, app.shown.cars[0].position[1] - ${y})`;
        const at = async () => (await map.getAttribute("data-at"))!.split(",").map(Number) as [number, number];
        await slider.press("PageUp");
        await until(page, "app.telemetry.sheet.selection.cursor > 30");
        const timeS = await read(page, "simulation.frame.timeS");
        await frames(page, 3);
        expect(await read(page, shownFrom(...(await at())))).toBeLessThan(1.5);
        const first = await at();
        await slider.press("PageUp");
        await until(page, `${shownFrom(...first)} > 30`);
        await frames(page, 3);
        expect(await read(page, shownFrom(...(await at())))).toBeLessThan(1.5);
        expect(await read(page, "simulation.frame.timeS")).toBe(timeS);
        const box = (await slider.boundingBox())!;
        await page.mouse.click(box.x + 0.7 * box.width, box.y + 40);
        await until(page, "app.telemetry.sheet.selection.cursor > 0.5 * app.telemetry.sheet.selection.to");
        await page.keyboard.press("+");
        await until(
            page,
            "app.telemetry.sheet.selection.to - app.telemetry.sheet.selection.from < 0.8 * app.telemetry.sheet.selection.main.lengthM",
        );
        await page.keyboard.press("0");
        await until(page, "app.telemetry.sheet.selection.from === 0");
    });

    test("playing moves the cursor on; half a window leaves the scene", async () => {
        await openSheet(page);
        const slider = sheet(page).getByRole("slider", { name: "Cursor of the telemetry" });
        await slider.press("Home");
        await slider.press("PageUp");
        await slider.press("PageUp");
        const cursor = await read(page, "app.telemetry.sheet.selection.cursor");
        await sheet(page).getByRole("button", { name: "Play from the cursor on" }).click();
        await until(page, `app.telemetry.sheet.selection.cursor > ${cursor} + 1`);
        await sheet(page).getByRole("button", { name: "Stop playing" }).click();
        await sheet(page).getByRole("button", { name: "Half" }).click();
        expect((await sheet(page).boundingBox())!.y).toBeGreaterThan(350);
        await sheet(page).getByRole("button", { name: "Half" }).click();
    });

    test("the analysis has its envelope after a while", async () => {
        await openSheet(page);
        await sheet(page).getByRole("button", { name: "Analysis" }).click();
        await when(page, "app.telemetry.sheet.hasEnvelope");
        expect(await sheet(page).locator(".telemetry-gg").textContent()).toContain("envelope at km/h");
        await sheet(page).getByRole("button", { name: "Traces" }).click();
    });

    test("the CSV of a lap is driven again by the command", async () => {
        await openSheet(page);
        const waits = page.waitForEvent("download");
        await sheet(page).getByText("Runs and files").click();
        await sheet(page).getByRole("button", { name: "Export main as CSV" }).click();
        const download = await waits;
        expect(download.suggestedFilename()).toMatch(/^Lap-\d+\.csv$/);
        const folder = mkdtempSync(join(tmpdir(), "telemetry-"));
        const [from, to] = [join(folder, "lap.csv"), join(folder, "again.csv")];
        await download.saveAs(from);
        expect(readFileSync(from, "utf8").slice(0, 20_000)).toContain("\ntime_s,x_m,y_m,z_m,");
        execFileSync(
            process.env["KAMM"] ?? "build/dev/bin/kamm",
            ["replay", from, "--car", "bmw-m3-e46", "--out", to],
            { stdio: "pipe" },
        );
        const [names, first] = readFileSync(to, "utf8")
            .split("\n")
            .map((line) => line.split(","));
        rmSync(folder, { recursive: true });
        const speedMps = Number(first![names!.indexOf("speed_mps")]);
        expect(speedMps).toBeCloseTo(await read(page, "app.telemetry.sheet.selection.main.values[7]"), 1);
    });

    test("a link carries the lap as a ghost, with its time to beat", async () => {
        const link = (await page.evaluate(() => {
            const { telemetry } = window.kamm!;
            return telemetry.linkOf(telemetry.runs[0]!);
        })) as string;
        expect(link.length).toBeLessThan(12_000);
        const lapS = await read(page, "app.telemetry.runs[0].lengthS");
        const guest = await visit(here.browser, here.url, { hash: link.split("#")[1]! });
        await when(guest.page, "app.telemetry.runs.length === 1");
        expect(await read(guest.page, "app.telemetry.runs[0].lengthS")).toBe(lapS);
        const panel = guest.page.locator(".laps");
        expect(await panel.textContent()).toContain("To beat");
        await focusScene(guest.page);
        await guest.page.keyboard.press("KeyO");
        await guest.page.evaluate(() => {
            for (let k = 0; k < 120; ++k) window.kamm!.advance(1 / 30);
        });
        await until(guest.page, "app.laps.ghost !== null && app.laps.ghost.speedMps > 5");
        const far = `(() => {
            const ghost = app.laps.ghost, run = app.telemetry.runs[0], [width, i] = [run.columns.length, Math.floor(app.laps.currentS / 0.1)];
            return Math.hypot(ghost.position[0] - run.values[i * width], ghost.position[1] - run.values[i * width + 1]);
        })()`;
        expect(await read(guest.page, far)).toBeLessThan(8); // where the lap was at that time
        expect(
            await read(
                guest.page,
                "Math.hypot(app.laps.ghost.position[0] - simulation.player.xM, app.laps.ghost.position[1] - simulation.player.yM)",
            ),
        ).toBeGreaterThan(20);
        await when(guest.page, "location.hash.includes('&ghost=')"); // for a reload
        expect(guest.complaints).toEqual([]);
        await guest.close();
    });

    test("the table of times has the lap, by car, model, surface and driver", async () => {
        await openSheet(page);
        await sheet(page).getByRole("button", { name: "Times" }).click();
        const table = sheet(page).getByRole("table", { name: "Times on the circuit" });
        await table.waitFor();
        const row = (await table.locator("tbody tr").first().textContent())!;
        for (const each of ["BMW", "Full", "As painted", "Kamm", "2"]) expect(row).toContain(each);
    });

    test("a saved set-up survives a reload, is renamed, and loaded into A", async () => {
        await openSheet(page);
        await sheet(page).getByRole("button", { name: "Set-ups" }).click();
        await sheet(page).getByLabel("Name of the set-up").fill("  Stiff   rear ");
        await sheet(page).getByRole("button", { name: "Save B" }).click();
        await sheet(page).getByRole("table", { name: "Saved set-ups" }).waitFor();
        await page.reload();
        await untilReady(page);
        await page.evaluate(() => window.kamm!.simulation.change({ changes: {} }));
        await focusScene(page);
        await page.keyboard.press("KeyV");
        await sheet(page).getByRole("button", { name: "Set-ups" }).click();
        const name = sheet(page).getByLabel(/^Name of Stiff rear/);
        await name.fill("Rear bar");
        await name.press("Enter");
        await sheet(page)
            .getByLabel(/^Name of Rear bar/)
            .waitFor();
        await sheet(page).getByRole("button", { name: "To A: Rear bar" }).click();
        await when(page, "Object.keys(simulation.setup.changes).some((path) => path.includes('anti_roll_bar'))");
        await sheet(page).getByRole("button", { name: "Delete Rear bar" }).click();
        await sheet(page).getByText("None is saved yet").waitFor();
        await page.keyboard.press("Escape");
        expect(await sheet(page).count()).toBe(0);
    });

    test("nothing was complained of", () => expect(it.complaints).toEqual([]));
});

describe("measured runs", () => {
    let it: Visit;
    beforeAll(async () => {
        it = await visit(here.browser, here.url, { hash: "car=nissan-micra&start=straight" });
        await focusScene(it.page);
    });
    afterAll(() => it?.close());

    test("the Volvo's comes with the page, beside the model with the same steering", async () => {
        const { page } = it;
        await openSheet(page);
        await sheet(page).getByText("Runs and files").click();
        await sheet(page).getByRole("button", { name: "Example: measured Volvo V40" }).click();
        await when(page, "app.telemetry.runs.some(({ kind }) => kind === 'model')");
        expect(await text(page, "telemetry.sheet.selection.main.notes.join(' ')")).toContain("KTH course SD2231");
        const slider = sheet(page).getByRole("slider", { name: "Cursor of the telemetry" });
        await page.evaluate(() => (window.kamm!.telemetry.sheet.selection.cursor = 1.2));
        await slider.focus();
        await page.keyboard.press("ArrowRight");
        const said = async () => (await slider.getAttribute("aria-valuetext"))!;
        await pass(page, 1);
        expect(await said()).toMatch(/Yaw rate 3\d\.\d against 3\d\.\d/);
    });

    test("a file that is dropped is shown; one that is none is refused by name and line", async () => {
        const { page } = it;
        await drop(page, "mine.csv", "time_s,speed_mps,oil_k\n0,10,300\n1,11,301\n2,12,303\n");
        await when(page, "app.telemetry.sheet.selection.main.title === 'mine'");
        expect(await read(page, "app.telemetry.sheet.selection.main.lengthM")).toBeCloseTo(22, 6);
        await drop(page, "broken.csv", "time_s,speed_mps\n0,ten\n");
        await page.getByText('broken.csv:2: speed_mps: "ten" is not a number').waitFor();
        await page.getByRole("button", { name: "Dismiss" }).click();
    });

    test("axe finds nothing on any of its pages", async () => {
        const { page } = it;
        await openSheet(page);
        await page.evaluate(axe.source); // the page's policy lets no other script in
        await sheet(page).locator(".telemetry-chooser > summary").click();
        for (const tab of ["Traces", "Analysis", "Set-ups", "Times"]) {
            await sheet(page).getByRole("button", { name: tab, exact: true }).click();
            const found = await page.evaluate(async () => {
                const { axe: here } = window as unknown as { axe: typeof axe };
                const { violations } = await here.run(document.querySelector(".telemetry")!, {
                    resultTypes: ["violations"],
                });
                return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
            });
            expect(found).toEqual([]);
        }
    });

    test("nothing was complained of", () => expect(it.complaints).toEqual([]));
});

describe("on a phone", () => {
    let it: Visit;
    beforeAll(async () => {
        it = await visit(here.browser, here.url, { hash: circuit, viewport: { width: 390, height: 844 }, hasTouch: true });
        await it.page.evaluate(() => {
            window.kamm!.run("autopilot");
            for (let k = 0; k < 300; ++k) window.kamm!.advance(1 / 30);
            window.kamm!.run("telemetry");
        });
        await until(it.page, "app.telemetry.sheet.selection.main?.kind === 'drive'");
    });
    afterAll(() => it?.close());

    for (const viewport of [
        { width: 390, height: 844 },
        { width: 844, height: 390 },
    ])
        test(`${viewport.width} x ${viewport.height}: it fits, and scrolls to map and channels`, async () => {
            const { page } = it;
            await page.setViewportSize(viewport);
            await frames(page, 2);
            const wide = await page.evaluate(() => [
                document.documentElement.scrollWidth,
                document.querySelector(".telemetry")!.scrollWidth,
            ]);
            for (const width of wide) expect(width).toBeLessThanOrEqual(viewport.width);
            await sheet(page).locator(".telemetry-map").scrollIntoViewIfNeeded();
            expect((await sheet(page).locator(".telemetry-map").boundingBox())!.height).toBeGreaterThan(100);
            const small = await page.evaluate(() =>
                [...document.querySelectorAll<HTMLElement>(".telemetry button, .telemetry summary, .telemetry select")]
                    .filter((each) => each.offsetParent && (each.offsetHeight < 24 || each.offsetWidth < 24))
                    .map((each) => each.textContent),
            );
            expect(small).toEqual([]);
            expect(it.complaints).toEqual([]);
        });
});
