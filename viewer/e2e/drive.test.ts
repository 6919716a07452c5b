/** The page in a browser: what people do with it works, and the console stays quiet. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { drop, focusScene, frames, read, shareVisit, until, untilSeen } from "./visit";

const shared = shareBrowser();

describe("a drive", () => {
    const here = shareVisit(shared, { hash: "car=bmw-m3-e46&start=straight" }, focusScene);

    test("the car stands until a key is pressed", async () => {
        const { page } = here;
        await until(page, "simulation.player.speedMps < 0.01"); // once it has settled
        expect(await read(page, "simulation.cars.length")).toBe(1);
    });

    test("the up arrow accelerates it along its heading", async () => {
        const { page } = here;
        const x = await read(page, "simulation.player.xM");
        await page.keyboard.down("ArrowUp");
        await until(page, "simulation.player.speedMps > 9");
        expect(await read(page, "simulation.player.throttle")).toBeGreaterThan(0.5);
        expect(await read(page, "simulation.player.xM")).toBeGreaterThan(x + 3);
        expect(Math.abs(await read(page, "simulation.player.yawRad"))).toBeLessThan(0.02);
    });

    test("the left arrow turns it to the left, with the force on the outer wheels", async () => {
        const { page } = here;
        await page.keyboard.down("ArrowUp");
        await until(page, "simulation.player.speedMps > 9");
        await page.keyboard.up("ArrowUp");
        await page.keyboard.down("ArrowLeft");
        await until(page, "simulation.player.yawRateRadps > 0.15");
        const wheels = "simulation.player.wheels";
        expect(await read(page, `${wheels}[0].lateralForceN + ${wheels}[1].lateralForceN`)).toBeGreaterThan(500);
        expect(await read(page, `${wheels}[1].loadN - ${wheels}[0].loadN`)).toBeGreaterThan(100);
        await page.keyboard.up("ArrowLeft");
        await until(page, "Math.abs(simulation.player.yawRateRadps) < 0.05"); // centres itself
    });

    test("the space bar locks the rear wheels, S brakes to a stand, pressed again it reverses", async () => {
        const { page } = here;
        await page.keyboard.down("KeyW");
        await until(page, "simulation.player.speedMps > 8");
        await page.keyboard.up("KeyW");
        await page.keyboard.down("Space");
        await until(page, "simulation.player.wheels[2].slipRatio < -0.5");
        await page.keyboard.up("Space");
        await page.keyboard.down("KeyS");
        await until(page, "Math.abs(simulation.player.forwardSpeedMps) < 0.02");
        await page.keyboard.up("KeyS");
        await until(page, "simulation.player.input.brake === Math.fround(0.618034)"); // it is held
        await page.keyboard.down("KeyS");
        await until(page, "simulation.player.forwardSpeedMps < -0.5");
        await page.keyboard.up("KeyS");
    });

    test("P pauses, period steps once, R puts the car back on its wheels", async () => {
        const { page } = here;
        await page.keyboard.press("KeyP");
        const time = await read(page, "simulation.player.timeS");
        await page.keyboard.press("Period");
        expect(await read(page, "simulation.player.timeS")).toBeCloseTo(time + 1 / 240, 6);
        await page.keyboard.press("KeyP");
        await page.keyboard.press("KeyR");
        await until(page, "simulation.player.speedMps < 0.05");
    });

    test("5 cycles the anti-roll bars, C the camera; H shows all keys", async () => {
        const { page } = here;
        const before = await page.evaluate(() => JSON.stringify(window.kamm!.simulation.setup.changes));
        await page.keyboard.press("Digit5");
        const after = await page.evaluate(() => JSON.stringify(window.kamm!.simulation.setup.changes));
        expect(after).not.toBe(before);
        expect(after).toContain("anti_roll_bar");
        const camera = await page.evaluate(() => window.kamm!.cameraTitle);
        await page.keyboard.press("KeyC");
        expect(await page.evaluate(() => window.kamm!.cameraTitle)).not.toBe(camera);
        await page.keyboard.press("KeyH");
        await page.locator("dialog[open]").waitFor();
        expect(await page.locator("dialog[open]").textContent()).toMatch(/hand brake/i);
        const time = await read(page, "simulation.frame.timeS");
        await frames(page, 20);
        expect(await read(page, "simulation.frame.timeS")).toBe(time); // the car is not stepped meanwhile
        await page.keyboard.press("Escape");
        expect(await page.locator("dialog[open]").count()).toBe(0);
    });

    test("nothing was complained of", () => expect(here.complaints).toEqual([]));
});

describe("changes while driving", () => {
    const here = shareVisit(shared, { hash: "car=bmw-m3-e46&start=straight" }, async (page) => {
        await focusScene(page);
        await page.keyboard.down("ArrowUp");
        await until(page, "simulation.player.speedMps > 6");
    });

    const change = (part: object) =>
        here.page.evaluate((setup) => {
            const { simulation } = window.kamm!;
            const before = simulation.player.speedMps;
            simulation.change(setup);
            return simulation.player.speedMps - before;
        }, part);

    test("the rung, by its select: no jump of speed, and the car drives on", async () => {
        const { page } = here;
        await page.locator(".conditions > summary").click();
        const rung = page.getByLabel(/model|rung/i).first();
        for (const name of ["kinematic", "single_track", "full"]) {
            const time = await read(page, "simulation.frame.timeS");
            await rung.selectOption(name);
            await until(page, `simulation.info.rung === "${name}"`);
            expect(await read(page, "simulation.frame.timeS")).toBeGreaterThanOrEqual(time);
            const speed = await read(page, "simulation.player.speedMps");
            expect(speed).toBeGreaterThan(4);
            expect(await page.locator(".conditions > summary").textContent()).toMatch(
                new RegExp(`BMW M3.*${name.replace("_", " ")}`, "i"),
            );
        }
    });

    test("the car and its surface", async () => {
        const { page } = here;
        expect(Math.abs(await change({ car: "nissan-micra" }))).toBeLessThan(0.1);
        await change({ surfaceOverride: "ice" });
        await until(page, "simulation.frame.cars[0].wheels[0].groundFriction < 0.2");
        await change({ surfaceOverride: null, windMps: [0, 12, 0] });
    });

    test("a value of the tuning panel, and back by undo", async () => {
        const { page } = here;
        await page.keyboard.up("ArrowUp");
        const path = "body.mass_kg";
        const before = await read(page, `simulation.vehicle.get("${path}")`);
        await change({ changes: { [path]: 2000 } });
        expect(await read(page, `simulation.vehicle.get("${path}")`)).toBe(2000);
        expect(await read(page, "simulation.info.massKg")).toBeGreaterThanOrEqual(2000);
        await change({ changes: {} });
        expect(await read(page, `simulation.vehicle.get("${path}")`)).toBe(before);
    });

    test("what the physics refuses changes nothing", async () => {
        const { page } = here;
        const text = await page.evaluate(() => {
            try {
                window.kamm!.simulation.change({ changes: { "body.mass_kg": -5 } });
                return "";
            } catch (error) {
                return String(error);
            }
        });
        expect(text).toMatch(/body\.mass_kg.*-5.*0\.5/s);
        expect(await read(page, "simulation.vehicle.get('body.mass_kg')")).toBeGreaterThan(500);
    });

    test("a broken file that is dropped shows file, path and reason, and the car keeps running", async () => {
        const { page } = here;
        const time = await read(page, "simulation.player.timeS");
        await drop(page, "my-car.json", '{"name": "x", "body": {"mass_kg": "heavy"}, "axles": []}');
        const alert = page.locator("#messages");
        await alert.getByText("my-car.json").waitFor();
        expect(await alert.textContent()).toMatch(/body\.mass_kg/);
        await until(page, `simulation.player.timeS > ${time}`);
        await drop(page, "my-tyre.tir", "[UNITS]\nLENGTH = 'furlong'\n");
        await alert.getByText("my-tyre.tir").waitFor();
    });

    test("a recording plays in a window, in which the drive waits", async () => {
        const { page } = here;
        const recording = fileURLToPath(new URL("../../test/reference/recording-1.kammrec", import.meta.url));
        await page.locator("input[accept*=kammrec]").setInputFiles(recording);
        const window = page.getByRole("dialog", { name: "Recording Reference" });
        await window.getByText("Pause").waitFor();
        await frames(page, 70);
        await window.getByText("0.80 s").waitFor();
        await window.getByText("Play").waitFor();
        const time = await read(page, "simulation.player.timeS");
        await window.getByText("Close").click();
        await window.waitFor({ state: "detached" });
        await until(page, `simulation.player.timeS > ${time}`);
    });

    test("nothing was complained of", () => expect(here.complaints).toEqual([]));
});

describe("a car for rough ground", () => {
    const here = shareVisit(shared, { hash: "car=suzuki-jimny&start=straight&set=transfer.low_ratio:2" }, focusScene);

    test("J puts low range in at rest, K locks differentials", async () => {
        const { page } = here;
        await page.keyboard.press("KeyJ");
        await page.getByText("Low range: goes in at rest").waitFor();
        await until(page, "simulation.player.state.lowRange === 1");
        await page.keyboard.press("KeyJ");
        await until(page, "simulation.player.state.lowRange === 0");
        for (let i = 0; i < 3; ++i) {
            await page.keyboard.press("KeyK");
            if (await read(page, "simulation.vehicle.get('axles[1].differential') === 1")) break;
        }
        expect(await read(page, "simulation.vehicle.get('axles[1].differential')")).toBe(1);
        await page.keyboard.press("KeyK");
        expect(await read(page, "simulation.vehicle.get('axles[1].differential')")).toBe(0);
        expect(here.complaints).toEqual([]);
    });
});

describe("a car that can't go on", () => {
    const here = shareVisit(shared, { hash: "car=bmw-m3-e46&start=skid_pad" }, focusScene);

    test("on its roof says so, with the key that helps", async () => {
        const { page } = here;
        await page.evaluate(() => {
            const { simulation } = window.kamm!;
            const [x, y] = simulation.player.position as unknown as [number, number];
            simulation.world.place(simulation.player, { x, y, z: 2, orientation: [0, 1, 0, 0] });
        });
        await untilSeen(page, page.getByText("R helps it"));
        await page.keyboard.press("KeyR");
        await until(page, "Math.abs(simulation.frame.cars[0].orientation[1]) < 0.1");
    });

    test("whose physics broke off says so, and R puts it back", async () => {
        const { page } = here;
        await page.evaluate(() => {
            const { simulation, advance } = window.kamm!;
            simulation.world.setWind([1e6, 0, 0]);
            for (let i = 0; i < 20; ++i) advance(1 / 60);
            simulation.world.setWind([0, 0, 0]);
        });
        expect(await read(page, "simulation.player.fault")).toBe(1);
        await untilSeen(page, page.getByText("R puts it back"));
        await page.keyboard.press("KeyR");
        await until(page, "simulation.player.fault === 0");
        await page.keyboard.down("ArrowUp");
        await until(page, "simulation.player.speedMps > 2");
        await page.keyboard.up("ArrowUp");
        expect(here.complaints).toEqual([]);
    });
});
