/** What phones have of their own: sheets from below, tilt, shaking, a speed and circles that fit. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { drawn, focusScene, pass, read, until, untilReady, untilSeen, type Visit, visit } from "./visit";

const shared = shareBrowser();
const phone = { hasTouch: true, isMobile: true } as const;
const upright = { ...phone, viewport: { width: 390, height: 844 } };
const onItsSide = { ...phone, viewport: { width: 844, height: 390 } };

/** Once it has slid in. */
const settle = (page: Page) =>
    page.evaluate(async () => void (await Promise.all(document.getAnimations().map(({ finished }) => finished))));

/** Pulls the handle of a sheet down. */
async function pull(page: Page, sheet: string, byPx: number) {
    const handle = (await page.locator(`${sheet} .sheet-handle`).boundingBox())!;
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
    const session = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", atY?: number) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: atY === undefined ? [] : [{ x, y: atY }] });
    await send("touchStart", y);
    for (const share of [0.3, 0.7, 1]) await send("touchMove", y + share * byPx);
    await send("touchEnd");
    await drawn(page);
    await settle(page);
}

describe("an upright phone", () => {
    test("has lists and tuning as sheets from below, which go by a swipe, by Escape, or stay", async () => {
        const { page, complaints, close } = await visit(shared.browser, shared.url, upright);
        const view = page.locator(".menu-view");
        const list = view.locator(".dropped");
        await view.locator("summary").tap();
        await list.waitFor();
        await settle(page);
        const box = (await list.boundingBox())!;
        expect([box.x, box.width, box.y + box.height]).toEqual([0, 390, 844]);
        await pull(page, ".menu-view", 20);
        expect(await list.isVisible()).toBe(true); // hardly pulled: it springs back
        await pull(page, ".menu-view", 260);
        expect(await list.isVisible()).toBe(false);

        const tuning = page.locator("#right");
        for (const leave of [() => pull(page, "#right", 300), () => page.keyboard.press("Escape")]) {
            await page.getByRole("button", { name: "Tune" }).click(); // a tap right after a pull may be taken for its end
            await tuning.waitFor();
            await settle(page);
            const sheet = (await tuning.boundingBox())!;
            expect([sheet.x, sheet.width, sheet.y + sheet.height]).toEqual([0, 390, 844]);
            expect(sheet.height).toBeLessThan(600); // the car is seen above it
            await page.getByRole("searchbox").focus();
            await leave();
            expect(await tuning.isVisible()).toBe(false);
        }
        expect(complaints).toEqual([]);
        await close();
    });

    test("upright and turned on its side, speed with gear and circles are side by side in the window", async () => {
        const { page, close } = await visit(shared.browser, shared.url, upright);
        for (const device of [upright, onItsSide]) {
            await page.setViewportSize(device.viewport);
            await drawn(page);
            const [speed, circles] = await Promise.all(
                [".dial-speed", ".dial-circles"].map(async (dial) => (await page.locator(dial).boundingBox())!),
            );
            expect(circles!.x).toBeGreaterThanOrEqual(speed!.x + speed!.width);
            expect(circles!.x + circles!.width).toBeLessThanOrEqual(device.viewport.width);
            expect(circles!.width).toBeGreaterThan(100);
            expect(speed!.y + speed!.height).toBeLessThanOrEqual(device.viewport.height);
        }

        // On its side a small phone has room for the speed alone: the circles go on below it.
        await page.setViewportSize({ width: 667, height: 375 });
        await drawn(page);
        const [left, speed] = await Promise.all(["#left", ".dial-speed"].map(async (name) => (await page.locator(name).boundingBox())!));
        for (const button of await page.locator(".touch-buttons > *").all()) {
            const { y, height } = (await button.boundingBox())!;
            expect(left!.y).toBeGreaterThanOrEqual(y + height);
        }
        expect(speed!.y + speed!.height).toBeLessThanOrEqual(left!.y + left!.height);
        await close();
    });
});

describe("in the hand", () => {
    /** A sensor that tells again and again how the phone is held: with its flat side up, the left edge lower by that much. */
    const addSensor = () => {
        const sensor = { leftDeg: 0, told: 0 };
        let trembleDeg = 1.2; // as hands do
        Object.assign(window, { sensor });
        setInterval(() => {
            trembleDeg = 1.2 - trembleDeg;
            const told = { alpha: 0, beta: 0, gamma: -sensor.leftDeg - trembleDeg };
            dispatchEvent(new DeviceOrientationEvent("deviceorientation", told));
            ++sensor.told;
        }, 30);
    };
    /** Until it has been told so some times. */
    const tilt = async (page: Page, leftDeg: number) => {
        const told = (await page.evaluate(`(window.sensor.leftDeg = ${leftDeg}, window.sensor.told)`)) as number;
        await until(page, `window.sensor.told > ${told + 3}`);
    };
    const tiltBox = (page: Page) => page.getByLabel(/Steer by tilting/);
    const openForm = async ({ page }: Visit) => {
        await page.evaluate(() => window.kamm!.run("pads"));
        await tiltBox(page).waitFor();
    };

    test("tilt steers from where the phone was held when it was chosen, and is chosen still at the next visit", async () => {
        const here = await visit(shared.browser, shared.url, { ...upright, before: addSensor });
        const { page } = here;
        await openForm(here);
        await tilt(page, 10); // how it is held
        await tiltBox(page).check();
        await page.keyboard.press("Escape");
        await pass(page, 0.2);
        expect(await read(page, "simulation.driverInput.steer")).toBe(0);
        await tilt(page, 25);
        await until(page, "simulation.driverInput.steer > 0.35 && simulation.driverInput.steer < 0.6");
        await tilt(page, -30);
        await until(page, "simulation.driverInput.steer === -1");
        await page.reload(); // it is flat again
        await untilReady(page);
        await tilt(page, 0);
        await tilt(page, 20);
        await until(page, "simulation.driverInput.steer > 0.5");
        await openForm(here);
        await tiltBox(page).uncheck();
        await page.keyboard.press("Escape");
        await until(page, "simulation.driverInput.steer === 0");
        expect(here.complaints).toEqual([]);
        await here.close();
    });

    test("a phone without a sensor says so", async () => {
        const here = await visit(shared.browser, shared.url, upright);
        await openForm(here);
        await tiltBox(here.page).click();
        await untilSeen(here.page, here.page.getByText("This device has no tilt sensor"));
        expect(await tiltBox(here.page).isChecked()).toBe(false);
        await here.close();
    });

    const countShakes = () => {
        const shaken: number[] = [];
        Object.assign(window, { shaken });
        navigator.vibrate = (pattern) => shaken.push(Number(pattern)) > 0;
    };
    const shakes = (page: Page) => page.evaluate("window.shaken.length") as Promise<number>;

    for (const reducedMotion of ["no-preference", "reduce"] as const)
        test(`gears are felt, a smooth road is not; reduced motion: ${reducedMotion}`, async () => {
            const hash = "car=nissan-micra&start=straight";
            const { page, complaints, close } = await visit(shared.browser, shared.url, { hash, reducedMotion, before: countShakes });
            await focusScene(page);
            await page.keyboard.down("ArrowUp");
            await until(page, "simulation.player.gear === 2", 60);
            await until(page, "simulation.player.speedMps > 9");
            await page.keyboard.up("ArrowUp");
            const count = await shakes(page);
            if (reducedMotion === "reduce") expect(count).toBe(0);
            else expect(count).toBeGreaterThanOrEqual(1);
            expect(count).toBeLessThan(6);
            expect(complaints).toEqual([]);
            await close();
        });
});
