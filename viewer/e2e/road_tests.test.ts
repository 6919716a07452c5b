/** Road tests in the world: watched, driven, compared; slow motion. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { figureOfCommand } from "./server";
import { shareBrowser } from "./shared";
import { focusScene, frames, pass, read, shareVisit, until, when } from "./visit";

const shared = shareBrowser();

const card = (page: Page) => page.locator(".road-test-card");
const hud = (page: Page) => page.locator(".road-test");

/** Drives on without drawing, in steps as a screen shows them, while the keys are held. */
async function drive(page: Page, seconds: number) {
    await page.evaluate(`for (let i = 0; i < ${Math.round(seconds * 60)}; ++i) window.kamm.advance(1 / 60)`);
}

describe("the list", () => {
    const here = shareVisit(shared, { hash: "car=bmw-m3-e46" });

    test("I opens it, with all tests of the lab, and the world waits", async () => {
        const { page } = here;
        await focusScene(page);
        await page.keyboard.press("KeyI");
        expect(await page.locator("dialog.road-tests li").count()).toBe(20);
        expect(await page.getByRole("button", { name: "Drive: Obstacle avoidance" }).isVisible()).toBe(true);
        expect(await page.getByRole("button", { name: /^Drive: / }).count()).toBe(16);
        expect(await page.getByRole("button", { name: "Drive: Crosswind" }).count()).toBe(0);
        await page.keyboard.press("Escape");
        expect(await page.locator("dialog.road-tests").isVisible()).toBe(false);
    });

    test("a test that the rung cannot do says so", async () => {
        const { page } = here;
        await page.evaluate(`window.kamm.simulation.change({ rung: "rigid2d" })`);
        await page.getByRole("button", { name: "Tests" }).click();
        expect(await page.getByRole("button", { name: "Watch: Jump over a ramp" }).isDisabled()).toBe(true);
        expect(await page.getByRole("button", { name: "Watch: Braking from" }).isEnabled()).toBe(true);
        await page.keyboard.press("Escape");
        await page.evaluate(`window.kamm.simulation.change({ rung: "full" })`);
    });

    test("one with a trailer has none of them", async () => {
        const { page } = here;
        await page.evaluate(`window.kamm.simulation.change({ car: "volvo-v40-caravan" })`);
        await page.evaluate(`window.kamm.tests.startTest("brake")`);
        expect(await page.locator("#messages").textContent()).toContain("this one has trailers");
        expect(here.complaints).toEqual([]);
    });
});

describe("a test is watched", () => {
    const here = shareVisit(shared, { hash: "car=bmw-m3-e46" });

    test("the lab's run is played, with the figures of kamm run, slower, to its end; leaving leads back to the proving ground", async () => {
        const { page } = here;
        await focusScene(page);
        await page.keyboard.press("KeyI");
        await page.getByRole("button", { name: "Watch: Braking from" }).click();
        await when(page, "app.tests.player !== null"); // the lab runs beside the page
        expect(await card(page).textContent()).toMatch(/Stopping distance from 70 mph: Kamm's driver 46\.7 m, published 48\.8 m/);
        await page.evaluate(`(window.kamm.tests.player.playing = false, window.kamm.tests.player.seek(1))`);
        await until(page, "Math.abs(app.shown.timeS - 1) < 1e-6");
        const speedMps = await read(page, "app.shown.cars[0].speedMps");
        expect(speedMps).toBeGreaterThan(15);
        expect(speedMps).toBeLessThan(20);
        expect(await read(page, "app.shown.cars[0].brake")).toBe(1);
        expect(await read(page, "app.shown.cars[0].wheels[0].spinRadps * 0.3")).toBeLessThan(speedMps * 1.05);

        await page.getByRole("button", { name: "Quarter speed" }).click();
        expect(await read(page, "app.tests.player.speed")).toBe(0.25);
        await page.evaluate(`window.kamm.tests.player.seek(1e3)`);
        await until(page, "app.shown.cars[0].speedMps < 0.1");

        expect(await page.evaluate("window.kamm.simulation.world.name")).toBe("Test track: brake");
        await card(page).getByRole("button", { name: "Leave" }).click();
        expect(await page.evaluate("window.kamm.simulation.world.name")).toBe("Proving ground");
        expect(await card(page).isVisible()).toBe(false);
        await until(page, "app.shown === simulation.frame");
        await drive(page, 1);
        expect(await read(page, "simulation.player.fault")).toBe(0);
        expect(here.complaints).toEqual([]);
    });
});

describe("moose", () => {
    const here = shareVisit(shared, { hash: "car=bmw-m3-e46&test=moose" });

    test("a link opens it; the car waits before the cones at the chosen speed", async () => {
        const { page } = here;
        await until(page, "app.tests.active");
        expect(await hud(page).textContent()).toContain("Entry at 50 km/h");
        expect(await read(page, "simulation.frame.bodies.length")).toBe(30);
        expect(await read(page, "simulation.player.speedMps * 3.6")).toBeCloseTo(50, 0);
        const x = await read(page, "simulation.player.xM");
        await frames(page, 20);
        expect(await read(page, "simulation.player.xM")).toBe(x);
    });

    test("straight on, the right cones of the side lane are on the wrong side; faster is 2 km/h faster", async () => {
        const { page } = here;
        await page.evaluate(`window.kamm.tests.startTest("moose")`);
        await hud(page).getByRole("button", { name: "Go" }).click();
        await drive(page, 8);
        const text = (await card(page).textContent())!;
        expect(text).toMatch(/Entered at (49|50)\.\d km\/h: 5 cones touched or passed on the wrong side\./);
        expect(text).not.toContain("does not count");
        await card(page).getByRole("button", { name: "Faster" }).click();
        expect(await hud(page).textContent()).toContain("Entry at 52 km/h");
    });

    test("a slow steady hand gets through clean, and stands beside Kamm's driver", async () => {
        const { page } = here;
        await page.evaluate(`window.kamm.tests.startTest("moose", "drive", 36)`);
        await page.evaluate(steerThroughCones);
        const text = (await card(page).textContent())!;
        expect(text).toMatch(/Entered at 3[56]\.\d km\/h: clean\./);
        await when(page, `/Kamm's driver \\d/.test(document.querySelector(".road-tests-summary")?.textContent)`); // the lab runs beside the page
        const best = figureOfCommand("moose", "bmw-m3-e46", "best_entry_speed_kmh").toFixed(1);
        expect(await card(page).textContent()).toMatch(new RegExp(`Highest clean entry speed: you 3[56]\\.\\d km/h, Kamm's driver ${best} km/h`));
        expect(here.complaints).toEqual([]);
    });
});

/** Aims at a point ahead on a line through the lanes; the hands' driver input is set as a pad sets it. */
const steerThroughCones = `(() => {
    const app = window.kamm, { simulation } = app, aheadM = 4;
    document.querySelector(".road-test button").click();
    const smooth = (t) => ((t) => t * t * (3 - 2 * t))(Math.min(1, Math.max(0, t)));
    const line = (x) => 3.49 * smooth((x - 12.5) / 11) - 3.31 * smooth((x - 37.5) / 9);
    for (let i = 0; i < 1000 && document.querySelector(".road-test-card").hidden; ++i) {
        const [x, y] = simulation.player.position;
        const aim = Math.atan2(line(x + aheadM) - y, aheadM) - simulation.player.yawRad;
        simulation.driverInput.steer = Math.max(-1, Math.min(1, 4 * aim));
        app.advance(1 / 60);
    }
})()`;

describe("driven tests", () => {
    const here = shareVisit(shared, { hash: "car=bmw-m3-e46" });

    test("accel: keys, a clock, and the card of three columns", async () => {
        const { page } = here;
        await page.evaluate(`window.kamm.tests.startTest("accel", "drive")`);
        await focusScene(page);
        await page.keyboard.down("ArrowUp");
        await until(page, "simulation.player.throttle > 0.9", 60);
        await drive(page, 30);
        await page.keyboard.up("ArrowUp");
        await when(page, `/Kamm's driver \\d/.test(document.querySelector(".road-tests-summary")?.textContent)`); // the lab runs beside the page
        const text = (await card(page).locator(".road-tests-summary").textContent())!;
        const [, own, kamm, published] = /you ([\d.]+) s, Kamm's driver ([\d.]+) s, published ([\d.]+) s/.exec(text)!;
        expect(Number(own)).toBeGreaterThan(Number(kamm) - 0.1);
        expect(Number(own)).toBeLessThan(Number(kamm) + 2);
        expect(Number(published)).toBe(5.2); // as the vehicle's file has it
        expect(await card(page).locator(".road-tests-sources").textContent()).toContain("Car and Driver");
    });

    test("brake: at the line the pedal, and the distance beside the lab's", async () => {
        const { page } = here;
        await page.evaluate(`window.kamm.tests.startTest("brake", "drive")`);
        await hud(page).getByRole("button", { name: "Go" }).click();
        await until(page, "simulation.player.speedMps > 20");
        await focusScene(page);
        await page.keyboard.down("ArrowDown");
        await until(page, "simulation.player.brake > 0.9");
        await drive(page, 6);
        await page.keyboard.up("ArrowDown");
        await when(page, `/Kamm's driver \\d/.test(document.querySelector(".road-tests-summary")?.textContent)`); // the lab runs beside the page
        const text = (await card(page).textContent())!;
        const [, own, kamm] = /you ([\d.]+) m, Kamm's driver ([\d.]+) m/.exec(text)!;
        expect(Math.abs(Number(own) / Number(kamm) - 1)).toBeLessThan(0.12);
        expect(text).toMatch(/Braked from \d+\.\d km\/h/);
    });

    test("split friction: the left wheels stand on snow", async () => {
        const { page } = here;
        await page.evaluate(`window.kamm.tests.startTest("split-mu", "drive")`);
        const frictions = `simulation.frame.cars[0].wheels.map(({ groundFriction }) => groundFriction)`;
        expect(await read(page, `${frictions}[0] < 0.5 && ${frictions}[1] > 0.9`)).toBe(true);
        await hud(page).getByRole("button", { name: "Leave" }).click();
    });

    /** Starts a test and drives it by an input for each moment, as a pad sets it. Ends when its card is there and the
     * lab has driven it beside the page. */
    async function hand(page: Page, name: string, driverInputOf: string, lengthS: number) {
        await page.evaluate(`window.kamm.tests.startTest("${name}", "drive")`);
        await hud(page).getByRole("button", { name: "Go" }).click();
        await page.evaluate(`(() => {
            const { simulation, advance } = window.kamm, driverInputOf = ${driverInputOf};
            for (let i = 0; i < ${lengthS * 60} && document.querySelector(".road-test-card").hidden; ++i) {
                Object.assign(simulation.driverInput, { steer: 0, throttle: 0, brake: 0, handBrake: 0 }, driverInputOf(simulation.player, i / 60));
                advance(1 / 60);
            }
        })()`);
        await when(page, `!document.querySelector(".road-test-card").textContent.includes("is still at it")`);
        return (await card(page).textContent())!;
    }

    test("step steer, sine with dwell, fishhook: what hands do stands beside what the machine does", async () => {
        const { page } = here;
        const step = await hand(page, "step-steer", `({ xM }) => ({ steer: xM > 0 ? 0.15 : 0 })`, 12);
        expect(step).toMatch(/From (79|80) km\/h to [2-9]\.\d m\/s²/);
        expect(step).toMatch(/Steering-wheel angle for 4 m\/s2: you \d+/);
        const sine = await hand(page, "sine-dwell", `(() => {
            let from = null;
            return ({ xM }, t) => {
                if (xM > 0) from ??= t;
                const s = from === null ? 0 : t - from;
                return { steer: s <= 0 ? 0 : s < 0.7 ? 0.15 : s < 1.9 ? -0.15 : 0 };
            };
        })()`, 14);
        expect(sine).toMatch(/You turned the wheel by up to \d+°/);
        const hook = await hand(page, "fishhook", `(() => {
            let from = null;
            return ({ xM }, t) => (xM > 0 && (from ??= t), { steer: from === null ? 0 : t < from + 1 ? 0.3 : -0.3 });
        })()`, 14);
        expect(hook).toMatch(/From (79|80) km\/h: no tip-up/);
    });

    test("braking in a turn: on the circle, at 5 m/s²", async () => {
        const { page } = here;
        // Towards a point of the circle ahead.
        const round = `({ position: [x, y], yawRad, speedMps }, t) => {
            const at = Math.atan2(x, 100 - y) + 8 / 100;
            const aim = x < 0 ? 0 : Math.atan2(100 - 100 * Math.cos(at) - y, 100 * Math.sin(at) - x) - yawRad;
            const aside = Math.atan2(Math.sin(aim), Math.cos(aim));
            return { steer: Math.max(-1, Math.min(1, 1.2 * aside)), brake: t > 9 ? 0.4 : 0 };
        }`;
        const text = await hand(page, "brake-in-turn", round, 20);
        expect(text).toMatch(/Braked at [45]\.\d m\/s²/);
    });

    test("into the wall, and a lap from the line of the circuit", async () => {
        const { page } = here;
        const crash = await hand(page, "crash", `() => ({})`, 10);
        expect(crash).not.toContain("does not count");
        await page.evaluate(`window.kamm.tests.startTest("lap", "drive")`);
        expect(await page.evaluate("window.kamm.simulation.world.name")).toBe("Proving ground");
        expect(await read(page, "simulation.player.speedMps")).toBeLessThan(0.1);
        await hud(page).getByRole("button", { name: "Go" }).click();
        await drive(page, 1);
        expect(await hud(page).textContent()).toMatch(/start line|\d\.\d s/);
        await hud(page).getByRole("button", { name: "Leave" }).click();
        expect(here.complaints).toEqual([]);
    });

    test("another parameter begins it again, with the car as it is then", async () => {
        const { page } = here;
        await page.evaluate(`window.kamm.tests.startTest("moose", "drive")`);
        const before = await read(page, "simulation.frame.bodies[29].position[1]");
        await page.evaluate(`window.kamm.simulation.change({ changes: { "body.width_m": 2.1 } })`);
        await until(page, `Math.abs(simulation.frame.bodies[29].position[1] - ${before}) > 0.1`);
        expect(await read(page, "app.tests.active")).toBe(true);
        await hud(page).getByRole("button", { name: "Leave" }).click();
        expect(await page.evaluate("window.kamm.simulation.world.name")).toBe("Proving ground");
        expect(here.complaints).toEqual([]);
    });
});

describe("slow motion", () => {
    const here = shareVisit(shared, { hash: "car=bmw-m3-e46&start=straight" });

    test("the comma slows the world down, and says so", async () => {
        const { page } = here;
        await focusScene(page);
        for (let i = 0; i < 3; ++i) await page.keyboard.press("Comma");
        expect(await page.locator(".slow-motion").textContent()).toBe("Slow motion ⅛");
        const fromS = await read(page, "simulation.frame.timeS");
        await pass(page, 2);
        expect((await read(page, "simulation.frame.timeS")) - fromS).toBeCloseTo(2 / 8, 2);
        await page.keyboard.press("Comma");
        expect(await page.locator(".slow-motion").isVisible()).toBe(false);
        expect(here.complaints).toEqual([]);
    });
});

describe("on a phone", () => {
    const here = shareVisit(shared, { hash: "car=bmw-m3-e46", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test("list, task and card fit", async () => {
        const { page } = here;
        await page.evaluate(`window.kamm.tests.toggle()`);
        const wide = "document.querySelector('dialog.road-tests').scrollWidth <= innerWidth";
        expect(await read(page, wide)).toBe(true);
        await page.keyboard.press("Escape");
        await page.evaluate(`window.kamm.tests.startTest("split-start", "drive")`);
        await hud(page).getByRole("button", { name: "Go" }).click();
        await page.evaluate(`window.kamm.simulation.driverInput.throttle = 1`);
        await page.evaluate(`for (let i = 0; i < 400; ++i) { window.kamm.simulation.driverInput.throttle = 1; window.kamm.advance(1 / 60); }`);
        const box = (await card(page).boundingBox())!;
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(390);
        expect(box.y + box.height).toBeLessThanOrEqual(844);
        expect(here.complaints).toEqual([]);
    });

    test("on its side the task has its place between bar and pads, with all that is pressed", async () => {
        const { page } = here;
        await page.setViewportSize({ width: 844, height: 390 });
        await page.evaluate(`window.kamm.tests.startTest("moose", "drive")`);
        await hud(page).getByRole("button", { name: "Go" }).waitFor();
        const boxes = (selector: string) =>
            page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect).filter(({ width }) => width > 0));
        const buttons = await boxes(".road-test button");
        expect(buttons).toHaveLength(4);
        expect(Math.min(...buttons.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
        for (const a of buttons)
            for (const b of await boxes("#top > *, .touch-slide, .touch-pedal, .touch-buttons button"))
                expect(a.x >= b.right || b.x >= a.right || a.y >= b.bottom || b.y >= a.bottom).toBe(true);
        const [holder] = await boxes("#road-test");
        expect(Math.max(...buttons.map(({ bottom }) => bottom))).toBeLessThanOrEqual(holder!.bottom);
        await page.evaluate(`window.kamm.tests.close()`);
        expect(here.complaints).toEqual([]);
    });
});
