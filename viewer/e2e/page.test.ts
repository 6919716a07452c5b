/** The page in a browser: what people do with it works, and the console stays quiet. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBrowser, type Server, startServer } from "./server";
import { drop, focusScene, read, until, type Visit, visit } from "./visit";

let server: Server;
let browser: Browser;

beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
afterAll(async () => {
    await browser?.close();
    server?.stop();
});

/** A visit that the tests of a group share. */
function shareVisit(hash: string, prepare: (page: Page) => Promise<void> = focusScene): Visit {
    let here: Visit;
    beforeAll(async () => {
        here = await visit(browser, server.url, { hash });
        await prepare(here.page);
    });
    afterAll(() => here?.close());
    return {
        get page() {
            return here.page;
        },
        get complaints() {
            return here.complaints;
        },
        close: () => here.close(),
    };
}

describe("a drive", () => {
    const here = shareVisit("car=bmw-m3-e46&start=straight");

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
        await page.keyboard.up("ArrowUp");
        await page.keyboard.down("ArrowLeft");
        await until(page, "simulation.player.yawRateRadps > 0.15");
        const wheels = "simulation.player.wheels";
        expect(await read(page, `${wheels}[0].lateralForceN + ${wheels}[1].lateralForceN`)).toBeGreaterThan(500);
        expect(await read(page, `${wheels}[1].loadN - ${wheels}[0].loadN`)).toBeGreaterThan(100);
        await page.keyboard.up("ArrowLeft");
        await until(page, "Math.abs(simulation.player.yawRateRadps) < 0.05"); // centres itself
    });

    test("the space bar locks the rear wheels, S brakes to a stand and then reverses", async () => {
        const { page } = here;
        await page.keyboard.down("KeyW");
        await until(page, "simulation.player.speedMps > 8");
        await page.keyboard.up("KeyW");
        await page.keyboard.down("Space");
        await until(page, "simulation.player.wheels[2].slipRatio < -0.5");
        await page.keyboard.up("Space");
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
        await page.waitForTimeout(300);
        expect(await read(page, "simulation.frame.timeS")).toBe(time); // nobody drives meanwhile
        await page.keyboard.press("Escape");
        expect(await page.locator("dialog[open]").count()).toBe(0);
    });

    test("nothing was complained of", () => expect(here.complaints).toEqual([]));
});

describe("changes while driving", () => {
    const here = shareVisit("car=bmw-m3-e46&start=straight", async (page) => {
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
        expect(text).toMatch(/body\.mass_kg.*-5.*50/s);
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

    test("nothing was complained of", () => expect(here.complaints).toEqual([]));
});

describe("a car for rough ground", () => {
    const here = shareVisit("car=suzuki-jimny&start=straight&set=transfer.low_ratio:2");

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

describe("a car with a trailer", () => {
    const here = shareVisit("car=volvo-v40-caravan&start=skid_pad");
    const drive = (throttle: number, brake: number, steer: number, seconds: number) =>
        here.page.evaluate(
            ([throttle, brake, steer, seconds]) => {
                const app = window.kamm!;
                app.simulation.wish.steer = steer!;
                app.simulation.wish.throttle = throttle!;
                app.simulation.wish.brake = brake!;
                for (let i = 0; i < 60 * seconds!; ++i) app.advance(1 / 60);
                const [car, caravan] = app.simulation.frame.cars;
                const place = ({ position }: { position: Float64Array }) => [...position].slice(0, 2);
                const [hitch] = app.simulation.hitches;
                return {
                    ids: app.simulation.cars.map(({ id }) => id),
                    wheels: app.simulation.frame.cars.map(({ wheels }) => wheels.length),
                    faults: app.simulation.frame.cars.map(({ fault }) => fault),
                    speeds: [car!.forwardSpeedMps, caravan!.forwardSpeedMps],
                    yaws: [car!.yawRad, caravan!.yawRad],
                    apart: Math.hypot(...place(car!).map((at, i) => at - place(caravan!)[i]!)),
                    gap: Math.hypot(...hitch!.gapM),
                    bend: hitch!.articulationRad,
                };
            },
            [throttle, brake, steer, seconds],
        );

    test("goes round a bend, and the trailer follows it", async () => {
        await here.page.keyboard.press("KeyP"); // moved on by the test alone
        const standing = await drive(0, 0, 0, 1);
        expect(standing.ids).toEqual(["volvo-v40", "caravan-1200"]);
        expect(standing.wheels).toEqual([4, 4]);
        const turning = await drive(0.5, 0, 0.5, 8);
        expect(turning.faults).toEqual([0, 0]);
        expect(turning.speeds[0]).toBeGreaterThan(5);
        expect(turning.speeds[1]).toBeGreaterThan(0.9 * turning.speeds[0]!);
        expect(turning.yaws[0]! - standing.yaws[0]!).toBeGreaterThan(1);
        expect(turning.yaws[1]! - standing.yaws[1]!).toBeGreaterThan(0.8);
        expect(turning.bend).toBeLessThan(-0.05);
        expect(turning.gap).toBeLessThan(0.01);
        expect(Math.abs(turning.apart - standing.apart)).toBeLessThan(0.3);
    });

    test("goes backwards, the trailer steered", async () => {
        await here.page.keyboard.press("Backspace");
        const { yaws: from } = await drive(0, 0, 0, 1);
        const { yaws, speeds, bend } = await drive(0, 0.5, 0.5, 12);
        expect(speeds[0]).toBeLessThan(-1);
        expect(yaws[1]! - from[1]!).toBeLessThan(-0.5); // its rear to the left
        expect(Math.abs(bend)).toBeLessThan(0.8); // no jackknife
    });

    test("U lets the trailer go; it stays behind; put back, it is coupled", async () => {
        const { page } = here;
        await page.keyboard.press("Backspace");
        const before = await drive(0, 0, 0, 1);
        await page.keyboard.press("KeyU");
        await page.getByText("The trailer is uncoupled").waitFor();
        const after = await drive(0.5, 0, 0, 4);
        expect(after.apart - before.apart).toBeGreaterThan(3);
        expect(Math.abs(after.speeds[1]!)).toBeLessThan(0.1);
        await page.keyboard.press("Backspace");
        expect((await drive(0.5, 0, 0, 4)).gap).toBeLessThan(0.01);
    });

    test("meets with its trailer what others meet", async () => {
        const touched = await here.page.evaluate(() => {
            const app = window.kamm!;
            const { world, frame } = app.simulation;
            const [, caravan] = frame.cars;
            const [x, y] = caravan!.position as unknown as [number, number];
            const ahead = [Math.cos(caravan!.yawRad), Math.sin(caravan!.yawRad)] as const;
            const found = new Set<string>();
            world.things[0]!.place([x + 2 * ahead[0] - ahead[1], y + 2 * ahead[1] + ahead[0], 0.5]);
            for (let i = 0; i < 30; ++i) {
                app.advance(1 / 60);
                for (const { kinds, groups } of world.contactEvents()) found.add(`${kinds.join()} ${groups[0]}`);
            }
            return [...found];
        });
        expect(touched).toContain("car,thing 1"); // the second unit
    });

    test("is exchanged for a car among others, and back; what cannot be is told", async () => {
        const change = (part: object) =>
            here.page.evaluate((p) => window.kamm!.simulation.change(p), part);
        const [x] = await here.page.evaluate(() => [...window.kamm!.simulation.player.position]);
        await change({ others: 2 });
        await change({ changes: { "body.mass_kg": 1500 } });
        expect(await read(here.page, "simulation.player.info.massKg")).toBe(1500);
        await change({ car: "nissan-micra" });
        expect(await read(here.page, "simulation.cars.length")).toBe(3);
        expect(Math.abs((await read(here.page, "simulation.player.position[0]")) - x!)).toBeLessThan(0.1);
        await change({ car: "articulated-bus" });
        expect(await read(here.page, "simulation.cars.length")).toBe(4);
        await drive(0.5, 0, 0, 3);
        expect(await read(here.page, "simulation.frame.cars[0].engineRadps")).toBeGreaterThan(60);
        expect(await read(here.page, "simulation.frame.cars[0].gear")).toBeGreaterThan(0);
        await here.page.evaluate(() => window.kamm!.run("autopilot"));
        await here.page.getByText("its engine is in the trailer").waitFor();
        expect(await read(here.page, "simulation.autopilot")).toBe(false);
        await expect(change({ rung: "kinematic" })).rejects.toThrow(/single_track, full/);
        expect(await read(here.page, "simulation.info.rung === 'full'")).toBe(true);
        await change({ rung: "single_track" });
        await drive(0.5, 0, 0.2, 2);
        expect(await read(here.page, "simulation.frame.cars.filter(({ fault }) => fault).length")).toBe(0);
    });

    test("nothing was complained of", () => expect(here.complaints).toEqual([]));
});

test("a car that was dropped is there again after a reload", async () => {
    const { page, complaints, close } = await visit(browser, server.url, { hash: "car=nissan-micra" });
    const file = await page.evaluate(() => window.kamm!.simulation.vehicle.json());
    await drop(page, "mine.json", file.replace(/"mass_kg":\s*[\d.]+/, '"mass_kg": 1234'));
    await until(page, "simulation.setup.car === 'own'");
    await until(page, "location.hash.includes('own') && !app.isWriting");
    await page.reload();
    await page.waitForSelector("body[data-ready]", { state: "attached", timeout: 60_000 });
    expect(await page.evaluate(() => window.kamm!.simulation.setup.car)).toBe("own");
    expect(await read(page, "simulation.vehicle.get('body.mass_kg')")).toBe(1234);
    const key = await page.evaluate(() => window.kamm!.simulation.carKey);
    await drop(page, "mine.json", file.replace(/"mass_kg":\s*[\d.]+/, '"mass_kg": 1235'));
    await until(page, "simulation.vehicle.get('body.mass_kg') === 1235");
    expect(await page.evaluate(() => window.kamm!.simulation.carKey)).not.toBe(key); // no best lap of another car
    expect(complaints).toEqual([]);
    await close();
});

test("the module comes as one, packed, and is compiled while it comes in", async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
        const original = WebAssembly.compileStreaming;
        WebAssembly.compileStreaming = (source) => {
            document.documentElement.dataset["streamed"] = "yes";
            return original(source);
        };
    });
    const answers: Record<string, string | undefined>[] = [];
    let scripts = 0;
    page.on("response", (response) => {
        const headers = response.headers();
        if (response.url().endsWith(".wasm")) answers.push(headers);
        if (response.url().endsWith(".js")) scripts += Number(headers["content-length"]);
    });
    await page.goto(`${server.url}?quality=off`);
    await page.waitForSelector("body[data-ready]", { state: "attached", timeout: 60_000 });
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ "content-type": "application/wasm" });
    expect(answers[0]!["content-encoding"]).toMatch(/^(br|gzip)$/);
    expect(await page.evaluate(() => document.documentElement.dataset["streamed"])).toBe("yes");
    expect(scripts).toBeGreaterThan(100_000);
    expect(scripts).toBeLessThan(400_000); // with the module as text it would be twice that
    await page.close();
});

test("plots, replay and lap outlive changes, and plots say what was changed", async () => {
    const { page, complaints, close } = await visit(browser, server.url, {
        hash: "car=bmw-m3-e46&start=circuit",
        before: () => {
            const drawn: string[] = [];
            Object.assign(window, { drawn });
            const original = CanvasRenderingContext2D.prototype.fillText;
            CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
                if (/ to |Model: |Surface: |Nissan/.test(text)) drawn.push(text);
                return original.call(this, text, ...place);
            };
        },
    });
    await page.locator(".menu-view summary").click();
    await page.getByRole("button", { name: "Plots" }).click();
    await page.keyboard.press("Escape");
    await focusScene(page);
    await page.keyboard.down("ArrowUp");
    await until(page, "simulation.player.speedMps > 5 && app.laps.currentS > 1");
    const saw = (text: string) => page.evaluate((part) => (window as unknown as { drawn: string[] }).drawn.includes(part), text);
    const changes = [
        [{ changes: { "axles[0].suspension.spring_n_per_m": 60_000 } }, "Spring, front 26.5 to 60 N/mm"],
        [{ rung: "double_track" }, "Model: Double track"],
        [{ surfaceOverride: "wet_asphalt" }, "Surface: Wet asphalt"],
        [{ car: "nissan-micra" }, "Nissan Micra 1.2 (K13, 2011)"],
    ] as const;
    for (const [part, text] of changes) {
        const before = await page.evaluate(() => {
            const { simulation, laps } = window.kamm!;
            return { timeS: simulation.frame.timeS, lapS: laps.currentS! };
        });
        await page.evaluate((setup) => window.kamm!.simulation.change(setup as object), part);
        await until(page, `simulation.frame.timeS > ${before.timeS} + 0.2`);
        expect(await read(page, "app.laps.currentS")).toBeGreaterThan(before.lapS);
        const end = Date.now() + 10_000;
        while (!(await saw(text))) {
            const { drawn } = await page.evaluate(() => ({ drawn: (window as unknown as { drawn: string[] }).drawn.slice(-3) }));
            if (Date.now() > end) throw new Error(`the plots have not said "${text}", but ${drawn.join(" | ")}`);
            await page.waitForTimeout(50);
        }
    }
    await page.keyboard.up("ArrowUp");
    const nowS = await read(page, "simulation.frame.timeS");
    await page.keyboard.press("KeyL");
    const bar = page.locator("#bottom input[type=range]");
    await bar.focus();
    await page.keyboard.press("Home");
    await until(page, "app.shown.timeS < 1"); // from before all changes
    expect(nowS).toBeGreaterThan(2);
    expect(complaints).toEqual([]);
    await close();
});

describe("a car that can't go on", () => {
    const here = shareVisit("car=bmw-m3-e46&start=skid_pad");

    test("on its roof says so, with the key that helps", async () => {
        const { page } = here;
        await page.evaluate(() => {
            const { simulation } = window.kamm!;
            const [x, y] = simulation.player.position as unknown as [number, number];
            simulation.world.place(simulation.player, { x, y, z: 2, orientation: [0, 1, 0, 0] });
        });
        await page.getByText("R helps it").waitFor({ timeout: 60_000 });
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
        await page.getByText("R puts it back").waitFor();
        await page.keyboard.press("KeyR");
        await until(page, "simulation.player.fault === 0");
        await page.keyboard.down("ArrowUp");
        await until(page, "simulation.player.speedMps > 2");
        await page.keyboard.up("ArrowUp");
        expect(here.complaints).toEqual([]);
    });
});

describe("links", () => {
    test("a shared link restores car, changes, rung, surface and wind", async () => {
        const first = await visit(browser, server.url);
        await first.page.evaluate(() =>
            window.kamm!.simulation.change({
                car: "mclaren-mp4-12c",
                rung: "double_track",
                surfaceOverride: "wet_asphalt",
                windMps: [3, -4, 0],
                start: "skid_pad",
                changes: { "body.mass_kg": 1500.5, "aids.abs": false },
            }),
        );
        await until(first.page, "location.hash.includes('mclaren')");
        const link = first.page.url();
        const setup = await first.page.evaluate(() => JSON.stringify(window.kamm!.simulation.setup));
        await first.close();
        const second = await visit(browser, server.url, { hash: new URL(link).hash.slice(1) });
        expect(await second.page.evaluate(() => JSON.stringify(window.kamm!.simulation.setup))).toBe(setup);
        expect(await read(second.page, "simulation.vehicle.get('body.mass_kg')")).toBe(1500.5);
        const strength = "simulation.player.assistSettings.strength - simulation.setup.aid";
        expect(await read(second.page, strength)).toBe(0);
        expect(second.complaints).toEqual([]);
        await second.close();
    });

    test("a link carries a car that was dropped, with its changes and tyres", async () => {
        const first = await visit(browser, server.url, { hash: "car=nissan-micra" });
        const file = await first.page.evaluate(() => window.kamm!.simulation.vehicle.json());
        await drop(first.page, "mine.json", file.replace(/"mass_kg":\s*[\d.]+/, '"mass_kg": 1234'));
        await until(first.page, "simulation.setup.car === 'own'");
        await first.page.evaluate(() => window.kamm!.simulation.change({ changes: { "aids.abs": false } }));
        await until(first.page, "location.hash.includes('file=') && location.hash.includes('aids.abs')");
        const { hash } = new URL(first.page.url());
        expect(hash.length).toBeLessThan(8000);
        const key = await first.page.evaluate(() => window.kamm!.simulation.carKey);
        await first.close();

        const second = await visit(browser, server.url, { hash: hash.slice(1) });
        expect(await second.page.evaluate(() => window.kamm!.simulation.setup.car)).toBe("own");
        expect(await second.page.evaluate(() => window.kamm!.simulation.carKey)).toBe(key);
        expect(await read(second.page, "simulation.vehicle.get('body.mass_kg')")).toBe(1234);
        expect(await read(second.page, "simulation.vehicle.get('aids.abs')")).toBe(0);
        expect(second.page.url()).toContain(hash);
        expect(second.complaints).toEqual([]);

        // The same link in a page that is open, and one that has lost its end.
        await second.page.evaluate(() => window.kamm!.simulation.change({ car: "nissan-micra", changes: {} }));
        await until(second.page, "!location.hash.includes('file=')");
        await second.page.evaluate((link) => void (location.hash = link), hash);
        await second.page.waitForTimeout(500);
        await second.page.waitForSelector("body[data-ready]", { state: "attached", timeout: 60_000 });
        await until(second.page, "simulation.setup.car === 'own' && simulation.vehicle.get('body.mass_kg') === 1234");
        await second.close();
        const third = await visit(browser, server.url, { hash: hash.slice(1, -20) });
        await third.page.locator("#messages").getByText("cut off or damaged").waitFor();
        expect(await third.page.evaluate(() => window.kamm!.simulation.setup.car)).toBe("bmw-m3-e46");
        expect(third.complaints).toEqual([]);
        await third.close();
    });

    test("the aid of a link is that of the car from the first", async () => {
        for (const [hash, aid] of [
            ["car=nissan-micra&aid=0.3", 0.3],
            ["car=nissan-micra", 0.8],
        ] as const) {
            const { page, close } = await visit(browser, server.url, { hash });
            expect(await read(page, "simulation.player.assistSettings.strength")).toBeCloseTo(aid, 6);
            await close();
        }
    });

    test("a link with mistakes names them and uses the rest", async () => {
        const { page, close } = await visit(browser, server.url, { hash: "car=trabant&rung=double_track" });
        await page.locator("#messages").getByText("trabant").waitFor();
        expect(await page.evaluate(() => window.kamm!.simulation.setup.rung)).toBe("double_track");
        await close();
    });
});

describe("replay and ghost", () => {
    const here = shareVisit("car=mclaren-mp4-12c&start=circuit");

    test("a lap by the core's driver is timed and leaves a ghost", async () => {
        const { page } = here;
        const best = await page.evaluate(() => {
            const app = window.kamm!;
            app.simulation.autopilot = true;
            for (let i = 0; i < 2000 && app.laps.bestS === null; ++i) for (let j = 0; j < 6; ++j) app.advance(1 / 60);
            app.simulation.autopilot = false;
            return app.laps.bestS;
        });
        expect(best).toBeGreaterThan(60);
        expect(best).toBeLessThan(110);
        await until(page, "app.laps.ghost !== null");
    });

    test("the best lap is there again after a reload, for this set-up alone", async () => {
        const { page } = here;
        const best = await read(page, "app.laps.bestS");
        await until(page, "!app.isWriting");
        await page.reload();
        await page.waitForSelector("body[data-ready]", { state: "attached", timeout: 60_000 });
        await until(page, `app.laps.bestS === ${best}`);
        for (const part of [{ aid: 0.3 }, { rung: "single_track" }, { changes: { "body.mass_kg": 1700 } }] as const) {
            await page.evaluate((setup) => window.kamm!.simulation.change(setup), part);
            await page.waitForTimeout(200);
            expect(await page.evaluate(() => window.kamm!.laps.bestS)).toBeNull();
        }
        await page.evaluate(() => window.kamm!.simulation.change({ aid: 0.8, rung: "full", changes: {} }));
        await until(page, `app.laps.bestS === ${best}`);
        await page.evaluate(() => window.kamm!.simulation.restart());
        await page.evaluate(() => {
            const app = window.kamm!;
            app.simulation.autopilot = true;
            for (let i = 0; i < 2000; ++i) app.advance(1 / 60); // long enough for the replay
            app.simulation.autopilot = false;
        });
        expect(await read(page, "app.laps.ghost !== null && app.laps.deltaS !== null")).toBe(true);
    });

    test("a key takes the car back from the autopilot", async () => {
        const { page } = here;
        await focusScene(page);
        await page.keyboard.press("KeyO");
        await until(page, "simulation.autopilot");
        await page.keyboard.down("ArrowLeft");
        await until(page, "!simulation.autopilot");
        await page.keyboard.up("ArrowLeft");
    });

    test("the replay goes back up to 60 s, in slow motion, and returns to the present", async () => {
        const { page } = here;
        await page.keyboard.press("KeyL");
        const bar = page.locator("#bottom input[type=range]");
        await bar.waitFor();
        const now = await read(page, "simulation.frame.timeS");
        await bar.focus();
        await page.keyboard.press("Home");
        await until(page, `app.shown.timeS < ${now} - 30`);
        const shown = await page.evaluate(() => window.kamm!.shown.timeS);
        expect(now - shown).toBeLessThan(61);
        expect(await read(page, "simulation.frame.timeS")).toBe(now); // the present waits
        await focusScene(page);
        await page.keyboard.press("KeyL");
        await until(page, `simulation.frame.timeS > ${now}`);
    });

    test("nothing was complained of", () => expect(here.complaints).toEqual([]));
});

describe("twenty cars", () => {
    test("lap together by the core's driver; the physics' time is shown", async () => {
        const here = await visit(browser, server.url, { hash: "car=bmw-m3-e46&start=circuit&others=19" });
        const { page } = here;
        expect(await read(page, "simulation.cars.length")).toBe(20);
        await page.evaluate(() => {
            window.kamm!.simulation.autopilot = true;
            for (let i = 0; i < 900; ++i) window.kamm!.advance(1 / 60);
        });
        const speeds = await page.evaluate(() => window.kamm!.simulation.frame.cars.map((car) => car.speedMps));
        expect(speeds.filter((speed) => speed > 5).length).toBeGreaterThan(15);
        expect(await page.evaluate(() => window.kamm!.simulation.frame.cars.map((car) => car.fault))).toEqual(
            Array.from({ length: 20 }, () => 0),
        );
        await page.getByText(/physics \d+\.\d+ ms for 20 cars/).waitFor({ state: "attached" });
        expect(here.complaints).toEqual([]);
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
        const here = await visit(browser, server.url, {
            hash: "car=nissan-micra&start=skid_pad&surface=grass",
            quality: "low",
            viewport: { width: 480, height: 300 },
        });
        await here.page.addStyleTag({ content: "#top, #left, #right, #middle, #bottom { display: none }" });
        const { colours, above, below } = await look(here.page, await here.page.screenshot({ timeout: 80_000 }));
        expect(colours).toBeGreaterThan(2000);
        expect(above[2]).toBeGreaterThan(above[0]!); // the sky is blue
        expect(below[1]).toBeGreaterThan(below[2]!); // the grass is not
        expect(here.complaints).toEqual([]);
        await here.close();
    });
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
            const { page, close } = await visit(browser, server.url, device);
            const boxOf = async (name: string) => (await page.locator(name).first().boundingBox())!;
            const boxes = async (name: string) =>
                (await Promise.all((await page.locator(name).all()).map((each) => each.boundingBox()))).filter(
                    (box): box is Box => box !== null,
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
                await page.waitForTimeout(100); // it has its place when it has been opened, and has come up
                await list.evaluate((each) => Promise.all(each.getAnimations().map(({ finished }) => finished)));
                expect(isInside((await list.boundingBox())!)).toBe(true);
                for (const control of await list.locator("button, select, input").all())
                    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44);
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
            await close();
        });

    test("menus of a narrow window with a mouse stay inside as well", async () => {
        const { page, close } = await visit(browser, server.url, { viewport: { width: 800, height: 600 } });
        expect(await page.locator(".dial-speed").isVisible()).toBe(true);
        for (const summary of await page.locator("#top summary:visible").all()) {
            await summary.click();
            await page.waitForTimeout(100);
            const box = (await page.locator("#top details[open] > .panel").boundingBox())!;
            expect(box.x).toBeGreaterThanOrEqual(0);
            expect(box.x + box.width).toBeLessThanOrEqual(800);
            expect(box.y + box.height).toBeLessThanOrEqual(600);
            await summary.click();
        }
        await close();
    });

    test("a phone gets touch controls, which drive", async () => {
        const here = await visit(browser, server.url, {
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
        const here = await visit(browser, server.url);
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
