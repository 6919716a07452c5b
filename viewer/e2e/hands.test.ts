/** Without a keyboard: places for thumbs, menus that fit, labels; and the picture itself. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drawAll, drawsLittle } from "./draws_little";
import { shareBrowser } from "./shared";
import { frames, until, visit } from "./visit";

const shared = shareBrowser();

/** Until it has its place: it gets it when it is opened, and slides to it. */
const comeUp = (list: Locator) =>
    list.evaluate(async (each) => {
        await window.clock!.drawn();
        await Promise.all(each.getAnimations().map(({ finished }) => finished));
    });

describe("hands without a keyboard", () => {
    interface Box {
        x: number;
        y: number;
        width: number;
        height: number;
    }
    const areApart = (a: Box, b: Box) =>
        a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
    const pads = [".touch-slide", ".touch-brake", ".touch-throttle", ".touch-handBrake", ".touch-buttons > *"];

    for (const [width, height] of [
        [320, 568],
        [390, 844],
        [667, 375],
        [844, 390],
        [768, 1024],
        [1024, 768],
    ] as const)
        test(`at ${width} x ${height} instruments, pads and menus have their places`, async () => {
            const device = { viewport: { width, height }, hasTouch: true, isMobile: true };
            const { page, close } = await visit(shared.browser, shared.url, device);
            const boxOf = async (name: string) => (await page.locator(name).first().boundingBox())!;
            const boxes = async (name: string): Promise<Box[]> =>
                (await page.locator(name).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))).filter(
                    ({ width: w, height: h }) => w > 0 && h > 0,
                );
            const isInside = ({ x, y, width: w, height: h }: Box) =>
                x >= 0 && y >= 0 && x + w <= width && y + h <= height;
            const padBoxes = (await Promise.all(pads.map(boxes))).flat();
            expect(padBoxes).toHaveLength(9);
            for (const pad of padBoxes) expect(isInside(pad)).toBe(true);

            const dial = await boxOf(".dial-speed");
            expect(isInside(dial)).toBe(true);
            const menu = await boxOf(".menu");
            const bars = [menu, await boxOf(".conditions")];
            const columns = width > 900 ? [await boxOf("#left"), await boxOf("#right")] : [await boxOf("#left")];
            for (const panel of [dial, ...columns])
                for (const other of [...bars, ...padBoxes]) expect(areApart(panel, other)).toBe(true);

            for (const summary of await page.locator("#top summary:visible").all()) {
                await summary.tap();
                const list = page.locator("#top details[open] > .panel");
                await list.waitFor();
                await comeUp(list);
                expect(isInside((await list.boundingBox())!)).toBe(true);
                const controls = list.locator("button, select, input");
                const heights = await controls.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
                expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
                await summary.tap();
            }

            await page.evaluate(() => window.kamm!.run("tuning"));
            await page.locator(".knob-slider:visible").first().waitFor();
            const small = await page.evaluate(() =>
                [...document.querySelectorAll<HTMLElement>("button, select, summary, input")]
                    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("dialog"))
                    .filter((each) => {
                        const box = each.getBoundingClientRect();
                        return box.width > 0 && (box.width < 44 || box.height < 44);
                    })
                    .map((each) => each.outerHTML.slice(0, 80)),
            );
            expect(small).toEqual([]);
            if (height < 500) {
                const tuning = await boxOf("#right"); // elsewhere it comes from below
                expect(isInside(tuning)).toBe(true);
                for (const bar of bars) expect(areApart(tuning, bar)).toBe(true);
            }
            await close();
        });

    test("menus of a narrow window with a mouse stay inside as well", async () => {
        const { page, close } = await visit(shared.browser, shared.url, { viewport: { width: 800, height: 600 } });
        expect(await page.locator(".dial-speed").isVisible()).toBe(true);
        for (const summary of await page.locator("#top summary:visible").all()) {
            await summary.click();
            const list = page.locator("#top details[open] > .panel");
            await comeUp(list);
            const box = (await list.boundingBox())!;
            expect(box.x).toBeGreaterThanOrEqual(0);
            expect(box.x + box.width).toBeLessThanOrEqual(800);
            expect(box.y + box.height).toBeLessThanOrEqual(600);
            await summary.click();
        }
        await close();
    });

    test("a phone gets touch controls, which drive", async () => {
        const here = await visit(shared.browser, shared.url, {
            hash: "car=nissan-micra&start=straight",
            viewport: { width: 740, height: 360 },
            hasTouch: true,
            isMobile: true,
        });
        const pedal = here.page.locator("#touch .touch-throttle");
        await pedal.waitFor();
        const box = (await pedal.boundingBox())!;
        const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.3];
        const session = await here.page.context().newCDPSession(here.page);
        await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
        await until(here.page, "simulation.player.speedMps > 1");
        await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
        expect(here.complaints).toEqual([]);
        await here.close();
    });

    test("everything can be reached by the tab key, with a label", async () => {
        const here = await visit(shared.browser, shared.url);
        const nameless = await here.page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>("button, select, input, summary, canvas, [tabindex]")]
                .filter((element) => element.checkVisibility())
                .filter((element) => {
                    const labels = "labels" in element ? (element.labels as NodeList | null)?.length : 0;
                    const text = element.textContent?.trim();
                    return !(labels || text || element.getAttribute("aria-label") || element.title);
                })
                .map((element) => element.outerHTML.slice(0, 120)),
        );
        expect(nameless).toEqual([]);
        await here.page.keyboard.press("Tab");
        expect(await here.page.evaluate(() => document.activeElement?.className)).toBe("skip");
        await here.close();
    });
});

describe("the scene", () => {
    /** Distinct colours of a picture, and the mean of its upper and of its lower part. */
    const look = (page: Page, picture: Buffer) =>
        page.evaluate(async (base64) => {
            const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
            const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
            context.drawImage(image, 0, 0);
            const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
            const mean = (from: number, to: number) => {
                const part = data.subarray(from * width * 4, to * width * 4);
                const sums = [0, 0, 0];
                part.forEach((value, i) => i % 4 < 3 && (sums[i % 4]! += value));
                return sums.map((sum) => sum / (part.length / 4));
            };
            return {
                colours: new Set(new Uint32Array(data.buffer)).size,
                above: mean(0, Math.floor(height / 5)),
                below: mean(Math.floor((height * 2) / 3), height),
            };
        }, picture.toString("base64"));

    test("shows sky above, ground below and a car, without complaints", async () => {
        const here = await visit(shared.browser, shared.url, {
            hash: "car=nissan-micra&start=skid_pad&surface=grass",
            quality: "low",
            viewport: { width: 480, height: 300 },
            before: drawsLittle,
        });
        await drawAll(here.page);
        await frames(here.page, 1);
        await here.page.addStyleTag({ content: "#top, #left, #right, #middle, #bottom { display: none }" });
        const { colours, above, below } = await look(here.page, await here.page.screenshot());
        expect(colours).toBeGreaterThan(2000);
        expect(above[2]).toBeGreaterThan(above[0]!); // the sky is blue
        expect(below[1]).toBeGreaterThan(below[2]!); // the grass is not
        expect(here.complaints).toEqual([]);
        await here.close();
    });
});
