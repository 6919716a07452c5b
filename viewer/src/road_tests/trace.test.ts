import type { TestRows, World } from "kamm/lab";
import { expect, test } from "vitest";
import { carKeys, wheelKeys } from "../frame";
import { createTracePlayer } from "./player";
import { createTrace } from "./trace";

const poseSize = 7;
const channels = ["extra", ...carKeys];
const wheelChannels = [...wheelKeys, "extra"];
const bodySize = 1 + channels.length + 2 + poseSize;
const wheelSize = wheelChannels.length + 1 + poseSize;
const size = bodySize + 4 * wheelSize;

/** A car at 20 m/s along x, whose wheels turn at 60 rad/s. */
function rowAt(timeS: number): number[] {
    const pose = (x: number, y: number) => [x, y, 0, 1, 0, 0, 0];
    const channel: Record<string, number> = { speedMps: 20, gear: timeS < 0.1 ? 3 : 4, timeS };
    const wheel = (index: number) => [
        ...wheelChannels.map((key) => ({ spinRadps: 60, loadN: 1000 * (index + 1) })[key] ?? 0),
        60 * timeS,
        ...pose(20 * timeS + (index < 2 ? 1 : -1), index % 2 ? -0.7 : 0.7),
    ];
    const wheels = [0, 1, 2, 3].flatMap(wheel);
    return [timeS, ...channels.map((key) => channel[key] ?? 0), 0.5, 0, ...pose(20 * timeS, 0), ...wheels];
}

const count = 11;
const rows: TestRows = {
    ...{ count, wheelCount: 4, size, bodySize, wheelSize, channels, wheelChannels },
    values: Float64Array.from(Array.from({ length: count }, (_, i) => rowAt(i * 0.02)).flat()),
};
const world = {
    bodies: [],
    surfaces: [{ friction: 0.3 }],
    groundAt: () => ({ heightM: -0.1, normal: [0, 0, 1], surface: 0 }),
} as unknown as World;

test("a moment between two rows", () => {
    const trace = createTrace(rows, world);
    expect(trace.lengthS).toBeCloseTo(0.2, 9);
    const { cars, timeS } = trace.at(0.055);
    const [car] = cars as [(typeof cars)[0]];
    expect(timeS).toBe(0.055);
    expect(car.position[0]).toBeCloseTo(1.1, 9);
    expect(car.speedMps).toBe(20);
    expect(car.handBrake).toBe(0.5);
    expect(car.wheels.map(({ loadN }) => loadN)).toEqual([1000, 2000, 3000, 4000]);
    expect(car.wheels[3]!.position[0]).toBeCloseTo(0.1, 9);
    expect(car.wheels[3]!.position[1]).toBe(-0.7);
    expect(car.wheels[0]!.spinAngleRad).toBeCloseTo(60 * 0.055, 6);
    expect(car.wheels[0]!.groundPoint[2]).toBe(-0.1);
    expect(car.wheels[0]!.groundFriction).toBe(0.3);
});

test("gears are never between two, and ends hold", () => {
    const trace = createTrace(rows, world);
    expect(trace.at(0.09).cars[0]!.gear).toBe(3);
    expect(trace.at(0.1).cars[0]!.gear).toBe(4);
    expect(trace.at(9).cars[0]!.position[0]).toBeCloseTo(4, 9);
    expect(trace.at(-1).cars[0]!.position[0]).toBe(0);
});

test("the player stops at the end and begins again", () => {
    let isHeld = false;
    const player = createTracePlayer(createTrace(rows, world), () => isHeld, () => {});
    player.speed = 0.5;
    expect(player.play(0.1).timeS).toBeCloseTo(0.05, 9);
    isHeld = true;
    expect(player.play(0.1).timeS).toBeCloseTo(0.05, 9);
    isHeld = false;
    expect(player.play(1).timeS).toBeCloseTo(0.2, 9);
    expect(player.playing).toBe(false);
    player.playing = true;
    expect(player.timeS).toBe(0);
});
