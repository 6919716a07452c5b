/** Bright, dark and forced colours; what is scrolled and what is pressed can be reached and hit. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { focusScene, frames, read, type Visit, visit, when } from "./visit";

const shared = shareBrowser();

/** Contrast of the page's colours on its paper, by WCAG 2. */
const contrasts = (page: Page) =>
    page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        const luminance = (name: string) => {
            const hex = style.getPropertyValue(name).trim();
            const [r, g, b] = [1, 3, 5].map((at) => {
                const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
                return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
            }) as [number, number, number];
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const paper = luminance("--paper-solid");
        const contrast = (name: string) => {
            const pair = [paper, luminance(name)];
            return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
        };
        const axles = [1, 2, 3, 4, 5].flatMap((axle) => [`--axle-${axle}-left`, `--axle-${axle}-right`]);
        const texts = ["--ink", "--ink-soft", "--accent", "--good", "--bad", ...axles];
        return Object.fromEntries(texts.map((name) => [name, contrast(name)]));
    });

/** The mean of what is drawn on the speed dial: bright on dark paper, dark on bright. */
const inkOnDial = (page: Page) =>
    page.evaluate(() => {
        const dial = document.querySelector<HTMLCanvasElement>(".dial-speed canvas")!;
        const context = new OffscreenCanvas(80, 40).getContext("2d", { willReadFrequently: true })!;
        context.drawImage(dial, 40, 0, 60, 40, 0, 0, 60, 40); // the speed
        const { data } = context.getImageData(0, 0, 60, 40);
        const solid = Array.from({ length: data.length / 4 }, (_, i) => i).filter((i) => data[4 * i + 3]! > 200);
        return solid.reduce((sum, i) => sum + data[4 * i]!, 0) / solid.length;
    });

describe("themes", () => {
    let here: Visit;
    beforeAll(async () => {
        here = await visit(shared.browser, shared.url, { colorScheme: "dark" });
    });
    afterAll(() => here?.close());

    for (const colorScheme of ["dark", "light"] as const)
        test(`${colorScheme}: all colours can be read on the paper, on canvases too, as soon as it is chosen`, async () => {
            const { page } = here;
            await page.emulateMedia({ colorScheme });
            for (const [name, contrast] of Object.entries(await contrasts(page)))
                expect(contrast, name).toBeGreaterThanOrEqual(4.5);
            await frames(page, 2);
            const ink = await inkOnDial(page);
            if (colorScheme === "dark") expect(ink).toBeGreaterThan(180);
            else expect(ink).toBeLessThan(90);
        });

    test("forced colours tell what is pressed, and instruments keep their paper", async () => {
        const { page } = here;
        await page.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
        const paint = (selector: string) =>
            page.locator(selector).first().evaluate((each) => getComputedStyle(each).backgroundColor);
        await page.locator(".menu-view > summary").click();
        const pressed = await paint(".menu-list button[aria-pressed=true]");
        expect(pressed).not.toBe(await paint(".menu-list button[aria-pressed=false]"));
        const system = await page.evaluate(() => {
            const probe = document.createElement("i");
            probe.style.background = "Highlight";
            document.body.append(probe);
            const colour = getComputedStyle(probe).backgroundColor;
            probe.remove();
            return colour;
        });
        expect(pressed).toBe(system);
        expect(await paint(".dial-speed")).toMatch(/^rgba\(16, 21, 28/);
        await frames(page, 2);
        expect(await inkOnDial(page)).toBeGreaterThan(180);
        await page.emulateMedia({ forcedColors: "none" });
        await page.keyboard.press("Escape");
    });

    test("what scrolls takes the focus or has what does", async () => {
        const { page } = here;
        const kept = await page.evaluate(() => {
            const canFocus = "button, select, input, summary, a[href], [tabindex]:not([tabindex='-1'])";
            return [...document.querySelectorAll<HTMLElement>("body *")]
                .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
                .filter((each) => each.scrollHeight > each.clientHeight + 1)
                .map((each) => ({ name: each.id || each.className, ok: each.matches(canFocus) || !!each.querySelector(canFocus) }));
        });
        expect(kept.map(({ name }) => name)).toContain("left");
        expect(kept.filter(({ ok }) => !ok)).toEqual([]);
    });

    test("by keys the instruments scroll; a click on them lets the keys drive on", async () => {
        const { page } = here;
        const fades = () => page.locator("#left").evaluate((each) => [getComputedStyle(each).getPropertyValue("--above"), getComputedStyle(each).getPropertyValue("--below")]);
        expect(await fades()).toEqual(["0px", "28px"]); // it goes on below
        await page.locator("#left").focus();
        await page.keyboard.press("End");
        await when(page, "document.querySelector('#left').scrollTop > 10");
        await when(page, "!document.querySelector('#left').classList.contains('more-below')");
        expect(await fades()).toEqual(["28px", "0px"]);
        expect(await read(page, "simulation.player.brake")).toBeLessThan(0.9); // no more than holds a car that stands
        await focusScene(page);
        await page.locator(".dial-circles canvas, .dial-gg canvas").first().click();
        expect(await page.evaluate(() => document.activeElement?.id)).toBe("scene");
    });

    test("who comes to the scene by Tab sees that it has the focus, until a key drives; who drives sees no ring", async () => {
        const { page } = here;
        const ring = () => page.locator("#scene").evaluate((each) => getComputedStyle(each).outlineStyle);
        await page.locator(".skip").focus();
        await page.keyboard.press("Tab");
        expect(await page.evaluate(() => document.activeElement?.id)).toBe("scene");
        expect(await ring()).toBe("solid");
        await page.keyboard.press("ArrowLeft");
        expect(await ring()).toBe("none");
        await page.locator("#left").focus();
        await page.keyboard.press("Escape"); // gives it to the scene
        expect(await page.evaluate(() => document.activeElement?.id)).toBe("scene");
        expect(await ring()).toBe("none");
    });

    test("what is pressed or slid is at least 24 px high and wide", async () => {
        const { page } = here;
        await page.evaluate(() => window.kamm!.run("tuning"));
        await page.locator(".knob-flag:visible").first().waitFor();
        const small = await page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>("button, select, summary, input")]
                .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(".knob-mark"))
                .filter((each) => {
                    const { width, height } = each.getBoundingClientRect();
                    return width > 0 && (width < 24 || height < 24);
                })
                .map((each) => `${each.outerHTML.slice(0, 90)} ${each.getBoundingClientRect().height}`),
        );
        expect(small).toEqual([]);
        expect(here.complaints).toEqual([]);
    });
});
