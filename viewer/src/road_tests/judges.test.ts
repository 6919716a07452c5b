import { describe, expect, test } from "vitest";
import { type CarFrame, newCarFrame } from "../frame";
import * as judges from "./judges";
import type { Judge } from "./judges";

/** A car that moves by what `at` says of each moment. */
function drive(judge: Judge, lengthS: number, at: (timeS: number) => Partial<CarFrame> & { x: number; y?: number }) {
    const stepS = 1 / 60;
    for (let i = 0; i * stepS <= lengthS; ++i) {
        const timeS = i * stepS;
        const { x, y = 0, ...rest } = at(timeS);
        const car = Object.assign(newCarFrame(4), rest);
        car.position.set([x, y, 0]);
        judge.take(car, timeS, x, y);
    }
    return judge;
}

/** Full throttle from 1 s on, at a constant acceleration. */
const launch = (accelerationMps2: number) => (timeS: number) => {
    const drivenS = Math.max(0, timeS - 1);
    const speedMps = accelerationMps2 * drivenS;
    return { x: (accelerationMps2 * drivenS ** 2) / 2, speedMps, forwardSpeedMps: speedMps, throttle: timeS >= 1 ? 1 : 0 };
};

describe("acceleration", () => {
    test("counts from the accelerator, and for miles from a foot on", () => {
        const { figures, done } = drive(judges.judgeAcceleration(), 27, launch(4));
        const footS = Math.sqrt((2 * 0.3048) / 4);
        expect(done).toBe(true);
        expect(figures["time_0_100_kmh_s"]).toBeCloseTo(100 / 3.6 / 4, 1);
        expect(figures["time_0_60_mph_s"]).toBeCloseTo((60 * 0.44704) / 4 - footS, 1);
        expect(figures["quarter_mile_s"]).toBeCloseTo(Math.sqrt((2 * 402.6408) / 4) - footS, 1);
        expect(figures["standing_km_s"]).toBeCloseTo(Math.sqrt(2000 / 4), 1);
    });

    test("what was not reached is no figure", () => {
        expect(Object.keys(drive(judges.judgeAcceleration(), 5, launch(4)).figures)).toEqual([]);
    });
});

/** 30 m/s, the pedal after a second, 10 m/s². */
const stop = (startMps: number) => (timeS: number) => {
    const brakedS = Math.max(0, timeS - 1);
    const lastS = Math.min(brakedS, startMps / 10);
    const speedMps = startMps - 10 * lastS;
    const x = startMps * Math.min(timeS, 1) + startMps * lastS - 5 * lastS ** 2;
    return { x, speedMps, forwardSpeedMps: speedMps, brake: timeS >= 1 ? 1 : 0 };
};

describe("braking", () => {
    test.each([25, 100 / 3.6, 30])("from %d m/s, corrected to 100 km/h", (startMps) => {
        const { figures, done, remark } = drive(judges.judgeBraking(), 8, stop(startMps));
        expect(done).toBe(true);
        expect(figures["distance_100_0_kmh_m"]! / ((100 / 3.6) ** 2 / 20)).toBeCloseTo(1, 1);
        expect(figures["mean_deceleration_mps2"]! / 10).toBeCloseTo(1, 1);
        expect(figures["time_100_0_kmh_s"]).toBeCloseTo(100 / 36, 0);
        expect(remark).toContain(`${(startMps * 3.6).toFixed(1)} km/h`);
    });

    test("while it rolls there is no figure", () => {
        expect(drive(judges.judgeBraking(), 2, stop(30)).figures).toEqual({});
    });

    test("on split friction the figures are those of the car's brakes", () => {
        const skid = (timeS: number) => ({ ...stop(25)(timeS), y: timeS > 1.5 ? 1.25 : 0, yawRad: timeS > 1.5 ? 0.5 : 0 });
        const { figures } = drive(judges.judgeSplitBraking(false), 8, skid);
        expect(figures["lane_deviation_no_abs_m"]).toBe(1.25);
        expect(figures["max_yaw_no_abs_deg"]).toBeCloseTo(28.65, 1);
        expect(Object.keys(drive(judges.judgeSplitBraking(true), 8, skid).figures)).toContain("steering_deg");
    });
});

describe("the circle", () => {
    const around = (radiusM: number, speedMps: number) => (timeS: number) => {
        const angle = (speedMps * timeS) / radiusM;
        return { x: radiusM * Math.sin(angle), y: 100 - radiusM * Math.cos(angle), speedMps };
    };
    test("on the line", () => {
        const { figures } = drive(judges.judgeCircle(100), 6, around(100.5, 28));
        expect(figures["max_lateral_acceleration_100m_g"]).toBeCloseTo(28 ** 2 / 100.5 / 9.80665, 6);
    });
    test("beside the line, or too short, nothing counts", () => {
        expect(drive(judges.judgeCircle(100), 6, around(101.5, 28)).figures).toEqual({});
        expect(drive(judges.judgeCircle(100), 2.5, around(100, 28)).figures).toEqual({});
    });
});

test("top speed is held for five seconds", () => {
    const burst = (timeS: number) => ({ x: 0, forwardSpeedMps: timeS > 8 && timeS < 9 ? 80 : 50 });
    const top = drive(judges.judgeTopSpeed(), 20, burst).figures["top_speed_kmh"]!;
    expect(top).toBeGreaterThan(180);
    expect(top).toBeLessThan(50 * 3.6 + 0.25 * 108);
});

test("the longest flight counts, not a hop", () => {
    const flight = (timeS: number) => {
        const car = newCarFrame(4);
        const flies = (timeS > 1 && timeS < 1.6) || (timeS > 2 && timeS < 2.3);
        for (const wheel of car.wheels) wheel.loadN = flies ? 0 : 3000;
        return { x: 0, speedMps: 20, wheels: car.wheels };
    };
    const { figures, done } = drive(judges.judgeJump(), 5, flight);
    expect(figures["flight_time_s"]).toBeCloseTo(0.6, 1);
    expect(done).toBe(true);
    expect(drive(judges.judgeJump(), 0.9, flight).figures).toEqual({});
});

describe("moose", () => {
    /** One cone at 20 m; a car 4 m long, its origin in the middle. */
    const judge = (coneY: number) => judges.judgeMoose((x, y) => [Math.hypot(x - 20, y - coneY) - 1], 2, 40);
    const straight = (throttle: number, brake = 0) => (timeS: number) => ({
        ...{ x: 20 * timeS - 20, speedMps: 20 - timeS / 100, rollRad: 0.05, brake },
        throttle: timeS < 1 ? 1 : throttle,
    });

    test("clean: the speed as the nose enters", () => {
        const { figures, remark, done } = drive(judge(3), 4, straight(0));
        expect(done).toBe(true);
        expect(figures["best_entry_speed_kmh"]).toBeCloseTo(72, 0);
        expect(figures["max_roll_deg"]).toBeCloseTo(2.86, 1);
        expect(remark).toContain("clean");
    });

    test("a cone that lies between two frames is touched", () => {
        const { figures, remark } = drive(judge(0.99), 4, straight(0));
        expect(figures).toEqual({});
        expect(remark).toContain("1 cone touched");
    });

    test("with a pedal it does not count", () => {
        expect(drive(judge(3), 4, straight(0.5)).figures).toEqual({});
        expect(drive(judge(3), 4, straight(0, 0.5)).remark).toContain("does not count");
    });
});

test("the turning circle is that of the outer front wheel's outer edge", () => {
    const turn = (timeS: number) => {
        const yawRad = timeS;
        const car = newCarFrame(4);
        const outer = car.wheels[1]!;
        outer.position.set([5 * Math.sin(yawRad), -5 * Math.cos(yawRad), 0.3]);
        outer.orientation.set([Math.cos(yawRad / 2), 0, 0, Math.sin(yawRad / 2)]);
        return { x: 0, yawRad, wheels: car.wheels };
    };
    const { figures, done } = drive(judges.judgeTurningCircle(0.2), 10, turn);
    expect(done).toBe(true);
    expect(figures["kerb_to_kerb_m"]).toBeCloseTo(10.2, 1);
});
