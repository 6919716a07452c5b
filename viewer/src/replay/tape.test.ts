import { describe, expect, it } from "vitest";
import { type Frame, newFrame } from "../frame";
import { createPlayer } from "./player";
import { createTape, keptS } from "./tape";
import { createTrack } from "./track";

/** The z axis' rotation, with either sign. */
const yaw = (angleRad: number, sign = 1) => [
    sign * Math.cos(angleRad / 2),
    0,
    0,
    sign * Math.sin(angleRad / 2),
];

const spinRadps = 110;
const yawRateRadps = 1.5;

/** Cars side by side at 50 m/s, turning; their wheels by more than half a turn in 1/30 s. */
function move(frame: Frame, timeS: number, sign = 1) {
    frame.timeS = timeS;
    frame.cars.forEach((car, i) => {
        car.timeS = timeS;
        car.gear = timeS < 1 ? 2 : 3;
        car.yawRad = Math.atan2(Math.sin(yawRateRadps * timeS), Math.cos(yawRateRadps * timeS));
        car.position.set([50 * timeS, 3 * i, 0]);
        car.orientation.set(yaw(yawRateRadps * timeS, sign));
        for (const wheel of car.wheels) {
            wheel.spinRadps = spinRadps;
            wheel.spinAngleRad = Math.atan2(
                Math.sin(spinRadps * timeS),
                Math.cos(spinRadps * timeS),
            );
            wheel.orientation.set(yaw(yawRateRadps * timeS, -sign));
        }
    });
    for (const body of frame.bodies) {
        body.position.set([-timeS, 0, 0]);
        body.orientation.set(yaw(timeS));
    }
}

function recorded(cars: number, lengthS: number, rate = 60) {
    const tape = createTape();
    const frame = newFrame(
        Array.from({ length: cars }, () => 4),
        1,
    );
    for (let i = 0; i <= lengthS * rate; ++i) {
        move(frame, i / rate, i % 2 ? 1 : -1);
        tape.record(frame);
    }
    return { tape, frame };
}

const turn = (angleRad: number) => [Math.cos(angleRad), Math.sin(angleRad)];

describe("track", () => {
    it("goes round and forgets the oldest", () => {
        const track = createTrack(4, () => new Float64Array(1));
        expect(track.find(0)).toBeNull();
        for (let i = 0; i < 11; ++i) track.add(i).values[0] = 10 * i;
        expect(track.length).toBe(4);
        expect([track.first!.timeS, track.last!.timeS]).toEqual([7, 10]);
        expect(track.find(8.25)).toMatchObject({
            before: { timeS: 8 },
            after: { timeS: 9 },
            share: 0.25,
        });
        expect(track.find(85, (row) => row.values[0]!)).toMatchObject({
            before: { timeS: 8 },
            share: 0.5,
        });
        expect(track.find(3)!.before.timeS).toBe(7);
        expect(track.find(99)!.before.timeS).toBe(10);
        track.forgetBefore(9.5);
        expect(track.first!.timeS).toBe(9);
    });
});

describe("tape", () => {
    it("blends positions, orientations across signs, spins beyond half a turn", () => {
        const { tape } = recorded(3, 6);
        for (const timeS of [0, 0.5, 1.2083, 2.09, 4.2083, 5.9]) {
            const shown = tape.at(timeS)!;
            expect(shown.timeS).toBe(timeS);
            shown.cars.forEach((car, i) => {
                expect(car.position[0]).toBeCloseTo(50 * timeS, 3);
                expect(car.position[1]).toBe(3 * i);
                const cosine = car.orientation.reduce(
                    (sum, q, k) => sum + q * yaw(1.5 * timeS)[k]!,
                    0,
                );
                expect(Math.abs(cosine)).toBeCloseTo(1, 5);
                expect(turn(car.yawRad)[0]).toBeCloseTo(turn(1.5 * timeS)[0]!, 3);
                expect(turn(car.yawRad)[1]).toBeCloseTo(turn(1.5 * timeS)[1]!, 3);
                const wheel = car.wheels[3]!;
                expect(turn(wheel.spinAngleRad)[0]).toBeCloseTo(turn(spinRadps * timeS)[0]!, 3);
                expect(turn(wheel.spinAngleRad)[1]).toBeCloseTo(turn(spinRadps * timeS)[1]!, 3);
            });
            expect(shown.bodies[0]!.position[0]).toBeCloseTo(-timeS, 5);
        }
    });

    it("has no gear between gears", () => {
        const { tape } = recorded(1, 2);
        const gears = new Set<number>();
        for (let i = 0; i <= 600; ++i) gears.add(tape.at(i / 300)!.cars[0]!.gear);
        expect([...gears]).toEqual([2, 3]);
    });

    it("keeps the last minute, at any rate of frames", () => {
        for (const rate of [20, 144]) {
            const { tape } = recorded(1, keptS + 7, rate);
            expect(tape.lastS).toBeCloseTo(keptS + 7, 1);
            expect(tape.lastS - tape.firstS).toBeGreaterThanOrEqual(keptS - 0.02);
            expect(tape.lastS - tape.firstS).toBeLessThan(keptS + 0.1);
            expect(tape.at(0)!.timeS).toBe(tape.firstS);
        }
    });

    it("does not smear a car that is put elsewhere", () => {
        const tape = createTape();
        const frame = newFrame([4], 0);
        for (const [timeS, x] of [
            [0, 0],
            [0.02, 1],
            [0.04, 400],
        ] as const) {
            frame.timeS = timeS;
            frame.cars[0]!.position[0] = x;
            tape.record(frame);
        }
        expect(tape.at(0.01)!.cars[0]!.position[0]).toBeCloseTo(0.5);
        expect(tape.at(0.035)!.cars[0]!.position[0]).toBe(1);
        expect(tape.at(0.04)!.cars[0]!.position[0]).toBe(400);
    });

    it("starts over when cars change or time goes back", () => {
        const { tape, frame } = recorded(2, 3);
        move(frame, 1);
        tape.record(frame);
        expect([tape.firstS, tape.lastS]).toEqual([1, 1]);
        tape.record(Object.assign(newFrame([4, 6], 1), { timeS: 2 }));
        expect(tape.at(9)!.cars[1]!.wheels).toHaveLength(6);
        tape.record(Object.assign(newFrame([4, 6, 4], 1), { timeS: 3 }));
        expect(tape.at(9)!.cars).toHaveLength(3);
    });

    it("keeps each wheel of any number of them", () => {
        const tape = createTape();
        const frame = newFrame([10, 3], 0);
        for (let i = 0; i <= 60; ++i) {
            frame.timeS = i / 60;
            frame.cars.forEach((car, c) =>
                car.wheels.forEach((wheel, w) => (wheel.loadN = 100 * c + w + frame.timeS)),
            );
            tape.record(frame);
        }
        const { cars } = tape.at(0.5)!;
        expect(cars.map(({ wheels }) => wheels.length)).toEqual([10, 3]);
        cars.forEach((car, c) =>
            car.wheels.forEach((wheel, w) => expect(wheel.loadN).toBeCloseTo(100 * c + w + 0.5, 3)),
        );
    });
});

describe("player", () => {
    function filled() {
        const player = createPlayer();
        const frame = newFrame([4], 0);
        for (let i = 0; i <= 60 * 20; ++i) {
            frame.timeS = 100 + i / 60;
            player.record(frame);
        }
        return player;
    }

    it("does not open without a tape", () => {
        const player = createPlayer();
        player.open();
        expect(player.active).toBe(false);
    });

    it("starts ten seconds back, runs slowly if told so, stops at the end", () => {
        const player = filled();
        player.open();
        expect(player.play(0).timeS).toBeCloseTo(110);
        player.speed = 1 / 8;
        for (let i = 0; i < 8; ++i) player.play(0.5);
        expect(player.play(0).timeS).toBeCloseTo(110.5);
        player.playing = false;
        expect(player.play(1).timeS).toBeCloseTo(110.5);
        player.playing = true;
        player.speed = 1;
        expect(player.play(30).timeS).toBeCloseTo(120);
        expect(player.playing).toBe(false);
        player.playing = true;
        expect(player.timeS).toBeCloseTo(10);
    });

    it("seeks within what is kept, and forgets", () => {
        const player = filled();
        player.open();
        player.seek(-5);
        expect(player.play(0).timeS).toBeCloseTo(100);
        player.seek(1e9);
        expect(player.play(0).timeS).toBeCloseTo(120);
        player.forget();
        expect([player.active, player.lengthS]).toEqual([false, 0]);
    });
});
