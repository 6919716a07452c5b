import { describe, expect, test } from "vitest";
import { type CarFrame, newCarFrame } from "../../frame";
import * as judges from ".";
import type { Judge } from ".";
import { degree } from "./judge";

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

describe("steering", () => {
    /** Answer at 22 m/s to the angle `wheel`, which the car follows by a thousandth a fifth of a second later. */
    const answer = (wheel: (timeS: number) => number) => (timeS: number) => ({
        ...{ x: 22 * timeS, speedMps: 22, steeringWheelRad: wheel(timeS), yawRateRadps: wheel(timeS - 0.2) / 3 },
        ...{ accelerationYMps2: wheel(timeS - 0.3) * 7, rollRad: wheel(timeS) / 20 },
    });
    const step = (side: number) => (timeS: number) => side * Math.min(0.6, Math.max(0, 6 * (timeS - 1)));

    test.each([1, -1])("a step to the side %d: times count from half of it", (side) => {
        const { figures, done } = drive(judges.judgeStepSteer(), 6, answer(step(side)));
        expect(done).toBe(true);
        expect(figures["steering_wheel_deg"]! * degree).toBeCloseTo(0.6, 3);
        expect(figures["steady_yaw_rate_radps"]).toBeCloseTo(0.2, 3);
        expect(figures["response_time_yaw_s"]).toBeCloseTo(0.24, 2); // 0.2 s later, and 0.04 s from half to nine tenths
        expect(figures["response_time_ay_s"]).toBeCloseTo(0.34, 2);
        expect(figures["overshoot_yaw_percent"]).toBeCloseTo(0, 3);
        expect(figures["steady_roll_deg"]! * degree).toBeCloseTo(0.03, 4);
    });

    test("a wheel that is released is no step", () => {
        const { figures, remark } = drive(judges.judgeStepSteer(), 6, answer((t) => (t > 1 && t < 3 ? 0.6 : 0)));
        expect(figures).toEqual({});
        expect(remark).toContain("does not count");
    });

    /** One sine of 0.7 Hz with a dwell of half a second at its second peak, as FMVSS 126 has it. */
    const sineDwell = (side: number) => (timeS: number) => {
        const t = timeS - 1;
        const dwellFromS = 0.75 / 0.7;
        if (t < 0 || t > 1 / 0.7 + 0.5) return 0;
        return side * 3 * Math.sin(2 * Math.PI * 0.7 * (t < dwellFromS ? t : Math.max(dwellFromS, t - 0.5)));
    };

    test.each([1, -1])("a sine with dwell, %d first: a car that answers has nothing left", (side) => {
        const { figures, done } = drive(judges.judgeSineDwell(), 6, answer(sineDwell(side)));
        expect(done).toBe(true);
        expect(Math.abs(figures["yaw_left_after_1_s_percent"]!)).toBeLessThan(1);
        expect(Math.abs(figures["yaw_left_after_1_75_s_percent"]!)).toBeLessThan(1);
    });

    test("a car that goes on turning has all of it left", () => {
        const spin = (timeS: number) => ({ ...answer(sineDwell(1))(timeS), yawRateRadps: timeS < 1.9 ? 0.5 : -0.9 });
        const { figures } = drive(judges.judgeSineDwell(), 6, spin);
        expect(figures["yaw_left_after_1_s_percent"]).toBeCloseTo(100, 6);
    });

    test("to one side alone is no sine", () => {
        const { figures, remark } = drive(judges.judgeSineDwell(), 12, answer(step(1)));
        expect(figures).toEqual({});
        expect(remark).toContain("both sides");
    });

    const hook = (timeS: number) => (timeS < 1 ? 0 : timeS < 2 ? 3 : -3);
    test("a fishhook: two wheels in the air have tipped it up", () => {
        const upright = drive(judges.judgeFishhook(() => [0, 0.05]), 8, answer(hook));
        expect(upright.done).toBe(true);
        expect(Object.keys(upright.figures)).toEqual(["max_roll_deg", "steering_amplitude_deg"]);
        const tipped = drive(judges.judgeFishhook(() => [0.06, 0]), 8, answer(hook));
        expect(tipped.figures["tip_up_speed_kmh"]).toBeCloseTo(79.2, 6);
        expect(tipped.remark).toContain("two wheels");
    });
});

describe("braking in a turn", () => {
    /** Round 100 m at 5 m/s², then 5 m/s² of braking; the yaw rate is that of the circle, or of one that turns in. */
    const turn = (factor: number, startMps = Math.sqrt(500)) => (timeS: number) => {
        const speedMps = startMps - 5 * Math.max(0, timeS - 1);
        const isBraking = timeS >= 1;
        return {
            ...{ x: 0, speedMps, brake: isBraking ? 0.4 : 0, sideslipRad: isBraking ? -0.05 : 0 },
            yawRateRadps: (speedMps / 100) * (isBraking ? factor : 1),
        };
    };

    test.each([1, 1.3])("%d of the circle's yaw rate", (factor) => {
        const { figures, done, remark } = drive(judges.judgeBrakingInTurn(100, 5), 6, turn(factor));
        expect(done).toBe(true);
        expect(figures["yaw_ratio_1_s"]).toBeCloseTo(factor, 6);
        expect(figures["peak_yaw_pedal"]).toBe(0.4);
        expect(figures["peak_sideslip_deg"]! * degree).toBeCloseTo(0.05, 6);
        expect(remark).toContain("5.0 m/s²");
    });

    test("too slow a circle does not count", () => {
        const { figures, remark } = drive(judges.judgeBrakingInTurn(100, 5), 6, turn(1, 19));
        expect(figures).toEqual({});
        expect(remark).toContain("does not count");
    });
});

describe("against the wall", () => {
    const crash = (speedMps: number) => (timeS: number) => {
        const isAfter = speedMps * timeS > 10;
        return { x: isAfter ? 10 : speedMps * timeS, forwardSpeedMps: isAfter ? -1 : speedMps };
    };
    test("the change of speed, at the test's speed only", () => {
        const { figures, done } = drive(judges.judgeCrash(12, 2, 56 / 3.6), 3, crash(56 / 3.6));
        expect(done).toBe(true);
        expect(figures["wall_delta_v_kmh"]).toBeCloseTo(59.6, 6);
        expect(figures["wall_rebound_kmh"]).toBeCloseTo(3.6, 6);
        expect(drive(judges.judgeCrash(12, 2, 56 / 3.6), 3, crash(12)).figures).toEqual({});
    });
});

test("rolling out from 115 to 15 km/h, without a pedal", () => {
    const roll = (throttle: number) => (timeS: number) => ({ x: 0, forwardSpeedMps: 33 - timeS, throttle });
    expect(drive(judges.judgeCoastDown(), 32, roll(0)).figures["time_115_15_kmh_s"]).toBeCloseTo(100 / 3.6, 6);
    expect(drive(judges.judgeCoastDown(), 32, roll(0.2)).figures).toEqual({});
});

test("a lap is the next that the clock has", () => {
    let lastS: number | null = 80;
    const judge = judges.judgeLap({ currentS: 12, get lastS() { return lastS; } }); // prettier-ignore
    const going = { x: 0, speedMps: 50, accelerationYMps2: -9.80665, accelerationXMps2: -4.903325 };
    drive(judge, 1, () => going);
    expect(judge.done).toBe(false);
    lastS = 75;
    drive(judge, 1, () => ({ ...going, speedMps: 60 }));
    expect(judge.figures).toEqual({
        ...{ lap_time_s: 75, top_speed_kmh: 180 },
        ...{ max_lateral_acceleration_g: 1, max_deceleration_g: 0.5 },
    });
});
