/** Cars with trailers and among others, in a browser. */
import { describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { focusScene, pass, read, shareVisit, visit } from "./visit";

const shared = shareBrowser();

describe("a car with a trailer", () => {
    const here = shareVisit(shared, { hash: "car=volvo-v40-caravan&start=skid_pad" }, focusScene);
    const drive = (throttle: number, brake: number, steer: number, seconds: number) =>
        here.page.evaluate(
            ([throttle, brake, steer, seconds]) => {
                const app = window.kamm!;
                app.simulation.driverInput.steer = steer!;
                app.simulation.driverInput.throttle = throttle!;
                app.simulation.driverInput.brake = brake!;
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
            world.bodies.find(({ type }) => type === "dynamic")!.place([x + 2 * ahead[0] - ahead[1], y + 2 * ahead[1] + ahead[0], 0.5]);
            for (let i = 0; i < 30; ++i) {
                app.advance(1 / 60);
                for (const { types, groups } of world.contactEvents()) found.add(`${types.join()} ${groups[0]}`);
            }
            return [...found];
        });
        expect(touched).toContain("car,dynamic 1"); // the second unit
    });

    test("is exchanged for a car among others, and back; what cannot be is reported", async () => {
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

describe("twenty cars", () => {
    test("lap together by the core's driver; the physics' time is shown", async () => {
        const here = await visit(shared.browser, shared.url, { hash: "car=bmw-m3-e46&start=circuit&others=19" });
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
        await pass(page, 1);
        await page.getByText(/physics \d+\.\d+ ms for 20 cars/).waitFor({ state: "attached" });
        expect(here.complaints).toEqual([]);
        await here.close();
    });
});
