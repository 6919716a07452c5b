/** Without WebGL, and where it is lost, the car is seen from above, and the page says so. */
import type { Page } from "playwright-core";
import { probeGl } from "../../bench/page/gl_probe.mjs";
import { describe, expect, test } from "vitest";
import { drawsLittle } from "./draws_little";
import { drawsNoWebGl, startBrowser } from "./server";
import { shareBrowser } from "./shared";
import { focusScene, frames, pass, read, until, type Visit, visit, withoutWebGl } from "./visit";

const shared = shareBrowser();

const message = (page: Page) => page.locator("#messages .report-error").textContent();
const small = { width: 640, height: 420 };

/** How many pixels of the plan are of that colour. */
const countOnPlan = (page: Page, red: number, green: number, blue: number) =>
    page.evaluate(
        ([r, g, b]) => {
            const plan = document.querySelector<HTMLCanvasElement>("canvas.plan")!;
            const copy = new OffscreenCanvas(plan.width, plan.height);
            const context = copy.getContext("2d", { willReadFrequently: true })!;
            context.drawImage(plan, 0, 0);
            const { data } = context.getImageData(0, 0, plan.width, plan.height);
            let count = 0;
            for (let i = 0; i < data.length; i += 4)
                if (data[i] === r && data[i + 1] === g && data[i + 2] === b) ++count;
            return count;
        },
        [red, green, blue],
    );
const accent = [255, 138, 60] as const;

async function seesAndDrives(page: Page) {
    await until(page, "app.isPlan && simulation.player.speedMps < 0.01");
    await page.locator("canvas.plan").waitFor();
    expect(await countOnPlan(page, ...accent)).toBeGreaterThan(300); // the car's paint
    await focusScene(page);
    const x = await read(page, "simulation.player.xM");
    await page.keyboard.down("ArrowUp");
    await until(page, `simulation.player.xM > ${x} + 5`);
    await page.keyboard.up("ArrowUp");
    expect(await countOnPlan(page, ...accent)).toBeGreaterThan(300); // it is followed
    await page.keyboard.press("KeyC");
    expect(await page.evaluate(() => window.kamm!.cameraTitle)).toBe("Above, heading up");
    await page.keyboard.press("KeyC");
    expect(await page.evaluate(() => window.kamm!.cameraTitle)).toBe("Above, north up");
    const near = await countOnPlan(page, ...accent);
    for (let i = 0; i < 4; ++i) await page.keyboard.press("NumpadSubtract");
    await frames(page, 4);
    expect(await countOnPlan(page, ...accent)).toBeLessThan(0.5 * near);
}

describe("a browser without WebGL", () => {
    const options = { hash: "car=bmw-m3-e46&start=straight", quality: "low", viewport: small } as const;

    async function showsPlan({ page, complaints }: Visit) {
        const text = await message(page);
        expect(text).toMatch(/no WebGL 2/);
        expect(text).toMatch(/from above/);
        expect(text).toMatch(/hardware acceleration|graphics driver|another browser/);
        await page.locator("#messages button").click();
        await seesAndDrives(page);
        await pass(page, 1); // dials write their values as words once a second
        expect(await page.locator(".dial-speed canvas").getAttribute("aria-label")).toMatch(/Speed: \d/);
        expect(complaints).toEqual([]);
    }

    test("by its flags: drives on the plan with dials, and the page says why", async () => {
        const browser = await startBrowser(drawsNoWebGl);
        try {
            await showsPlan(await visit(browser, shared.url, options));
        } finally {
            await browser.close();
        }
    });

    test("where no canvas gives a context: drives on the plan with dials, and the page says why", async () => {
        const here = await visit(shared.browser, shared.url, { ...options, before: withoutWebGl });
        await showsPlan(here);
        await here.close();
    });
});

test("an address that asks for no scene gets one message that there would be none", async () => {
    const { page, complaints, close } = await visit(shared.browser, shared.url, { viewport: small, before: withoutWebGl });
    expect(await message(page)).toMatch(/No scene is drawn.*quality=off.*no WebGL 2.*from above/);
    expect(await page.locator("#messages .report-error").count()).toBe(1);
    expect(await read(page, "app.isPlan")).toBe(false);
    await until(page, "!document.querySelector('#messages .report-error')"); // it is read
    await focusScene(page);
    await page.keyboard.press("Digit2");
    expect(await read(page, "app.isPlan")).toBe(true);
    await frames(page, 2);
    expect(await countOnPlan(page, ...accent)).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
    await close();
});

test("a machine too slow for the scene is offered the plan, and can go back", async () => {
    const tenFramesPerS = () => void (window.clock!.frameMs = 100);
    const { page, complaints, close } = await visit(shared.browser, shared.url, {
        ...{ quality: "usual", viewport: { width: 320, height: 200 }, before: [probeGl, tenFramesPerS] }, // nothing is drawn
    });
    expect(await read(page, "app.isPlan")).toBe(false);
    const offer = page.locator("#messages .report-offer");
    await until(page, "document.querySelector('#messages .report-offer')", 60);
    expect(await offer.textContent()).toMatch(/fewer than 20 frames.*plan.*from above.*key 2/);
    await offer.getByRole("button", { name: "Show the plan" }).click();
    await until(page, "app.isPlan");
    expect(await offer.count()).toBe(0);
    await frames(page, 2);
    expect(await countOnPlan(page, ...accent)).toBeGreaterThan(100);
    await page.locator("#top summary", { hasText: "View" }).click();
    await page.locator("#top").getByRole("button", { name: "Plan" }).click();
    await until(page, "!app.isPlan");
    await page.locator("canvas.plan").waitFor({ state: "hidden" });
    await frames(page, 80); // 8 s
    expect(await offer.count()).toBe(0); // who has gone back is not asked again
    expect(complaints).toEqual([]);
    await close();
});

describe("graphics that are lost", () => {
    const lose = (page: Page, what: "loseContext" | "restoreContext") =>
        page.evaluate((call) => {
            const scene = document.querySelector<HTMLCanvasElement>("#scene")!;
            const keeper = window as unknown as { keptExtension?: WEBGL_lose_context };
            keeper.keptExtension ??= scene.getContext("webgl2")!.getExtension("WEBGL_lose_context")!;
            keeper.keptExtension[call]();
        }, what);

    test("have the world wait, then the plan is shown; back, so is the scene", async () => {
        const { page, complaints, close } = await visit(shared.browser, shared.url, {
            ...{ hash: "car=nissan-micra&start=skid_pad", quality: "low", viewport: { width: 320, height: 200 }, before: drawsLittle },
        });
        expect(await read(page, "simulation.player.timeS")).toBeGreaterThan(0);
        expect(await read(page, "app.isPlan")).toBe(false);
        await lose(page, "loseContext");
        await page.getByText("The graphics were lost").waitFor();
        const waitingS = await read(page, "simulation.frame.timeS");
        await frames(page, 30);
        expect(await read(page, "simulation.frame.timeS")).toBe(waitingS);
        await until(page, "app.isPlan");
        expect(await message(page)).toMatch(/has not come back.*from above.*load the page again/);
        await until(page, `simulation.frame.timeS > ${waitingS}`);
        expect(await countOnPlan(page, ...accent)).toBeGreaterThan(100);
        await lose(page, "restoreContext");
        await page.getByText("The graphics are back").waitFor();
        expect(await page.locator("#messages .report-error").count()).toBe(0);
        expect(await read(page, "app.isPlan")).toBe(false);
        expect(await page.evaluate(() => window.kamm!.cameraTitle)).toMatch(/^Chase/);
        await page.locator("canvas.plan").waitFor({ state: "hidden" });
        expect(complaints).toEqual([]);
        await close();
    });

    test("and come back at once leave the scene as it was", async () => {
        const { page, complaints, close } = await visit(shared.browser, shared.url, {
            ...{ hash: "car=nissan-micra&start=skid_pad", quality: "low", viewport: { width: 320, height: 200 } },
        });
        await page.addStyleTag({ content: "#top, #left, #right, #middle, #bottom, #messages { display: none }" });
        await page.keyboard.press("KeyP");
        expect(await read(page, "simulation.player.timeS")).toBeGreaterThan(0);
        const take = async () => {
            await frames(page, 1);
            return (await page.screenshot()).toString("base64");
        };
        const difference = (...pictures: string[]) =>
            page.evaluate(async (both) => {
                const [a, b] = await Promise.all(
                    both.map(async (base64) => {
                        const answer = await fetch(`data:image/png;base64,${base64}`);
                        const image = await createImageBitmap(await answer.blob());
                        const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
                        context.drawImage(image, 0, 0);
                        return context.getImageData(0, 0, image.width, image.height).data;
                    }),
                );
                return a!.reduce((sum, value, i) => sum + Math.abs(value - b![i]!), 0) / a!.length;
            }, pictures);
        const before = await take();
        await lose(page, "loseContext");
        await page.getByText("The graphics were lost").waitFor({ state: "attached" });
        await lose(page, "restoreContext");
        await page.getByText("The graphics are back").waitFor({ state: "attached" });
        const changed = await difference(before, await take());
        expect(changed).toBeLessThan(0.5);
        expect(await read(page, "app.isPlan")).toBe(false);
        expect(complaints).toEqual([]);
        await close();
    });
});
