import { expect, test } from "vitest";
import { computeEnvelope, convexHull, mirrored } from "./envelope";
import { unknownOrigin } from "./origin";
import { newId, type Run } from "./run";
import { damperHistogram, understeerOf } from "./spread";
import { differencesOf } from "./differences";
import { kamm, micra as micraFile } from "./testing";

const g = 9.80665;
const micra = () => kamm.vehicle(micraFile, "micra");

function runWith(columns: Record<string, (i: number) => number>, rows = 400): Run {
    const names = Object.keys(columns);
    const values = Float32Array.from({ length: rows * names.length }, (_, k) =>
        columns[names[k % names.length]!]!(Math.floor(k / names.length)),
    );
    const timesS = Float64Array.from({ length: rows }, (_, i) => i / 60);
    return {
        id: newId(),
        title: "",
        kind: "drive",
        origin: unknownOrigin(""),
        columns: names.map((name) => ({ name, field: name, unit: "1", doc: "" })),
        wheelCount: 1,
        timesS,
        distancesM: timesS,
        values,
        lengthS: rows / 60,
        lengthM: 1,
    };
}

test("a convex hull has the corners, and none of what lies inside", () => {
    const square = [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0.5, 0.5],
        [0.5, 0],
    ].map(([x, y]) => ({ x: x!, y: y! }));
    expect(convexHull(square)).toHaveLength(4);
    expect(mirrored([{ x: 1, y: 2 }])).toEqual([
        { x: 1, y: 2 },
        { x: 1, y: -2 },
    ]);
});

test("the envelope is mirrored, and has the car's grip and power", async () => {
    const vehicle = micra();
    const { speedsMps, hulls } = await computeEnvelope(kamm, { vehicle, rung: "full", surface: "dry_asphalt" });
    vehicle.dispose();
    const key = ({ x, y }: { x: number; y: number }) => `${x.toFixed(6)} ${y.toFixed(6)}`;
    for (const hull of hulls) {
        const all = new Set(hull.map(key));
        for (const { x, y } of hull) expect(all.has(key({ x, y: -y === 0 ? 0 : -y })) || Math.abs(y) < 1e-6).toBe(true);
    }
    const most = (i: number, of: (point: { x: number; y: number }) => number) => Math.max(...hulls[i]!.map(of)) / g;
    expect(speedsMps.length).toBe(6);
    for (const i of [1, 2, 3]) {
        expect(most(i, ({ y }) => y)).toBeGreaterThan(0.7);
        expect(most(i, ({ y }) => y)).toBeLessThan(1.05);
        expect(most(i, ({ x }) => -x)).toBeGreaterThan(0.8);
        expect(most(i, ({ x }) => -x)).toBeLessThan(1.3);
    }
    expect(most(1, ({ x }) => x)).toBeGreaterThan(most(4, ({ x }) => x) + 0.05); // power fades with speed
}, 60_000);

test("on ice it is a fraction", async () => {
    const vehicle = micra();
    const { hulls } = await computeEnvelope(kamm, { vehicle, rung: "full", surface: "ice" });
    vehicle.dispose();
    expect(Math.max(...hulls[1]!.map(({ y }) => y)) / g).toBeLessThan(0.3);
}, 60_000);

test("a car that steers as Ackermann says lies on the line; more steering in the turn is above, either way", () => {
    const steering = { wheelbaseM: 2.5, steeringRatio: 16 };
    const turning = (more: number, side: number) =>
        runWith({
            speed_mps: () => 20,
            yaw_rate_radps: () => side * 0.3,
            acceleration_y_mps2: () => side * 6,
            steering_wheel_rad: () => side * ((16 * 2.5 * 0.3) / 20 + more),
        });
    for (const side of [1, -1]) {
        expect(understeerOf(turning(0, side), steering).points[0]![1]).toBeCloseTo(0, 4);
        expect(understeerOf(turning(0.1, side), steering).points[0]![1]).toBeCloseTo((0.1 * 180) / Math.PI, 3);
        expect(understeerOf(turning(0.1, side), steering).means).toHaveLength(1);
    }
});

test("damper velocities: shares add up, a sine has as much bump as rebound, a wheel that stands has none", () => {
    const sine = damperHistogram(
        runWith({ wheel0_travel_rate_mps: (i) => 0.2 * Math.sin((2 * Math.PI * (i + 0.5)) / 40) }),
        0,
    )!;
    expect(sine.shares.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
    expect(sine.shares.slice(12).reduce((a, b) => a + b)).toBeCloseTo(0.5, 9);
    expect(sine.shares[0]).toBe(0);
    expect(damperHistogram(runWith({ wheel0_travel_rate_mps: () => 0 }), 0)).toBeNull();
    expect(damperHistogram(runWith({ speed_mps: () => 1 }), 0)).toBeNull();
});

test("differences of set-ups with values of the file, units and axles", () => {
    const path = "axles[1].suspension.anti_roll_bar_n_per_m";
    const vehicle = micra();
    const tree = JSON.parse(vehicle.json()) as Record<string, unknown>;
    const kept = vehicle.get(path);
    vehicle.dispose();
    const origin = { ...unknownOrigin("Micra"), car: "nissan-micra", rung: "full", surface: "as painted" };
    const [found, ...others] = differencesOf(
        origin,
        { ...origin, changes: { [path]: 25000 } },
        kamm.fields.vehicle,
        tree,
    );
    expect(others).toEqual([]);
    expect(found).toMatchObject({ name: "Anti-roll bar, rear", main: String(kept / 1000), other: "25", unit: "N/mm" });
    expect(differencesOf(origin, { ...origin, surface: "ice" }, kamm.fields.vehicle, tree)).toEqual([
        { name: "Surface", main: "As painted", other: "Ice", unit: "" },
    ]);
});
