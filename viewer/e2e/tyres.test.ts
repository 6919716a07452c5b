/** Tyres seen: the circles on the road, and the curves. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { focusScene, frames, pass, until, visit, withoutWebGl } from "./visit";

const shared = shareBrowser();

const showCurves = (page: Page) =>
    page.evaluate(() => {
        const buttons = [...document.querySelectorAll<HTMLButtonElement>("#top button")];
        buttons.find(({ textContent }) => textContent === "Tyre curves")!.click();
    });

/** Pixels of the plan that are reddish, as what is at its limit is. */
const redOnPlan = (page: Page) =>
    page.evaluate(() => {
        const plan = document.querySelector<HTMLCanvasElement>("canvas.plan")!;
        const context = new OffscreenCanvas(plan.width, plan.height).getContext("2d")!;
        context.drawImage(plan, 0, 0);
        const { data } = context.getImageData(0, 0, plan.width, plan.height);
        let count = 0;
        for (let i = 0; i < data.length; i += 4)
            if (data[i]! > 140 && data[i]! - data[i + 1]! > 60 && data[i]! - data[i + 2]! > 60) ++count;
        return count;
    });

describe("tyres", () => {
    test("have curves with the point at which they work, told in words as well", async () => {
        const { page, complaints, close } = await visit(shared.browser, shared.url, { hash: "car=bmw-m3-e46&start=skid_pad" });
        await focusScene(page);
        await page.keyboard.press("KeyP");
        await showCurves(page);
        const canvas = page.locator(".dial-tyres canvas");
        await canvas.waitFor();
        await page.evaluate(() => {
            const { simulation, advance } = window.kamm!;
            for (let i = 0; i < 400; ++i) {
                Object.assign(simulation.driverInput, { throttle: 0.6, steer: i > 200 ? 1 : 0 });
                advance(0.02);
            }
        });
        await until(page, `/front right slip angle \\u2212\\d+\\.\\d°/.test(document.querySelector(".dial-tyres canvas").ariaLabel)`);
        expect(await canvas.getAttribute("aria-label")).toMatch(/rear left .*side force \d+\.\d kN/);
        await page.evaluate(() => window.kamm!.simulation.change({ rung: "kinematic" }));
        await pass(page, 0.5);
        await page.evaluate(() => window.kamm!.simulation.change({ car: "kraz-6x4", rung: "full" }));
        await until(page, `/axle 3 left outer/.test(document.querySelector(".dial-tyres canvas").ariaLabel)`);
        expect(complaints).toEqual([]);
        await close();
    });

    test("F goes from arrows over circles on the road to both and off; the plan has the circles too", async () => {
        const { page, complaints, close } = await visit(shared.browser, shared.url, {
            ...{ hash: "car=bmw-m3-e46&start=skid_pad", quality: "low" },
            before: withoutWebGl,
        });
        await page.locator(".report-error button", { hasText: "Dismiss" }).click();
        await focusScene(page);
        await page.keyboard.press("KeyP");
        await page.evaluate(() => {
            const { simulation, advance } = window.kamm!;
            for (let i = 0; i < 300; ++i) {
                Object.assign(simulation.driverInput, { throttle: 1, brake: i > 270 ? 1 : 0, handBrake: i > 270 ? 1 : 0, steer: i > 200 ? 1 : 0 });
                advance(0.02);
            }
        });
        const press = async (said: string) => {
            await page.keyboard.press("KeyF");
            await page.locator("#messages", { hasText: said }).waitFor();
            await frames(page, 4);
            return redOnPlan(page);
        };
        const arrows = await press("Forces: arrows");
        const circles = await press("Forces: Kamm circles on the road");
        const both = await press("Forces: arrows and circles");
        const off = await press("Forces: off");
        expect(circles).toBeGreaterThan(off + 100);
        expect(both).toBeGreaterThan(circles);
        expect(arrows).toBeGreaterThan(off);
        expect(complaints).toEqual([]);
        await close();
    });
});
