import type { Path } from "kamm";
import { describe, expect, it, test } from "vitest";
import { type CarFrame, newFrame } from "../frame";
import { createCourse } from "./course";
import { lapText, secondsText } from "./time";
import { ghostShare, type KeptLap } from "./lap_record";
import { createLapTimer, type FinishedLap } from "./timer";

const radiusM = 60;
/** A circle, anticlockwise from its eastmost point. */
const circle: Path = {
    name: "circle",
    points: Float64Array.from({ length: 720 }, (_, i) =>
        i % 2
            ? radiusM * Math.sin(((i - 1) * Math.PI) / 360)
            : radiusM * Math.cos((i * Math.PI) / 360),
    ),
    widthM: 10,
    closed: true,
};
const roundM = createCourse(circle).lengthM;

/** A car that drives along the circle in steps of 1/60 s. */
function setUp(
    wheelCount = 4,
    beaten?: (name: string, lap: KeptLap) => void,
    finished?: (lap: FinishedLap) => void,
) {
    const timer = createLapTimer(createCourse(circle), beaten, finished);
    const frame = newFrame([wheelCount], 0);
    const car = frame.cars[0]!;
    const ways = { stationM: -10, asideM: 0 };
    const put = () => {
        const angleRad = (2 * Math.PI * ways.stationM) / roundM;
        const r = radiusM + ways.asideM;
        car.position.set([r * Math.cos(angleRad), r * Math.sin(angleRad), 0]);
        car.orientation.set([Math.cos(angleRad / 2), 0, 0, Math.sin(angleRad / 2)]);
        timer.update(frame);
    };
    const drive = (wayM: number, speedMps: number) => {
        const steps = Math.round((Math.abs(wayM) / speedMps) * 60);
        car.speedMps = speedMps;
        for (let i = 0; i < steps; ++i) {
            frame.timeS += 1 / 60;
            ways.stationM += wayM / steps;
            put();
        }
    };
    return { timer, frame, car, ways, put, drive };
}

describe("kept laps", () => {
    function drivenLap(speedMps: number) {
        const kept: KeptLap[] = [];
        const { timer, drive } = setUp(4, (_, lap) => kept.push(structuredClone(lap)));
        timer.setClass("micra");
        drive(10 + roundM + 1, speedMps);
        expect(kept).toHaveLength(1);
        return { kept: kept[0]!, timer };
    }

    it("are the same in another visit: time, ghost and where it was when", () => {
        const { kept, timer: first } = drivenLap(20);
        expect(kept.timesS.length).toBeLessThan(10.5 * first.bestS! + 2);
        const { timer, drive } = setUp();
        timer.setClass("micra");
        timer.remember("micra", kept);
        expect(timer.bestS).toBe(first.bestS);
        expect(timer.ghost).toBeNull(); // no lap is on
        drive(10 + roundM / 3, 16);
        const [x, y] = timer.ghost!.position as unknown as [number, number];
        const aheadRad = (timer.currentS! * 20) / radiusM;
        expect(Math.hypot(x - radiusM * Math.cos(aheadRad), y - radiusM * Math.sin(aheadRad))).toBeLessThan(0.1);
        expect(timer.deltaS).toBeCloseTo(roundM / 3 / 16 - roundM / 3 / 20, 1);
    });

    it("give way to faster ones, and count for their class alone", () => {
        const { kept } = drivenLap(20);
        const { timer, drive } = setUp();
        timer.setClass("m3");
        timer.remember("micra", kept);
        expect(timer.bestS).toBeNull();
        drive(10 + roundM + 1, 30);
        timer.remember("m3", kept); // read late
        expect(timer.bestS).toBeCloseTo(roundM / 30, 1);
        timer.setClass("micra");
        expect(timer.bestS).toBe(kept.timeS);
    });

    it("of a page with other numbers are left alone", () => {
        const { kept } = drivenLap(20);
        const { timer } = setUp();
        timer.setClass("micra");
        timer.remember("micra", { ...kept, layout: "timeS,more" });
        timer.remember("micra", { ...kept, values: kept.values.subarray(1) });
        expect(timer.bestS).toBeNull();
    });
});

test("a ghost fades from 8 m on and is gone at 3", () => {
    const [a, b] = newFrame([4, 4], 0).cars as [CarFrame, CarFrame];
    const at = (apartM: number) => {
        b.position.set([0.6 * apartM, 0.8 * apartM, 0]);
        return ghostShare(a, b);
    };
    expect([0, 3, 8, 100].map(at)).toEqual([0, 0, 1, 1]);
    expect(at(5.5)).toBeCloseTo(0.5);
});

describe("classes of laps", () => {
    it("keep a best lap each, and one that changed on the way counts for none", () => {
        const { timer, drive } = setUp();
        timer.setClass("micra");
        drive(10 + roundM, 20);
        const slow = timer.bestS!;
        expect(slow).toBeCloseTo(roundM / 20, 1);
        timer.setClass("m3");
        expect(timer.bestS).toBeNull();
        drive(roundM, 40); // begun as a Micra
        expect(timer.bestS).toBeNull();
        expect(timer.lastS).toBeCloseTo(roundM / 40, 1);
        drive(roundM, 30);
        expect(timer.bestS).toBeCloseTo(roundM / 30, 1);
        timer.setClass("micra");
        expect(timer.bestS).toBe(slow);
        timer.setClass("m3");
        timer.setClass("micra"); // there and back within a lap is a change, too
        drive(roundM, 50);
        expect(timer.bestS).toBe(slow);
        timer.forgetBest();
        timer.setClass("m3");
        expect(timer.bestS).toBeCloseTo(roundM / 30, 1);
    });
});

const angleOf = (car: CarFrame) => Math.atan2(car.position[1]!, car.position[0]!);

describe("course", () => {
    it("knows stations and distances, across the gap of a closed path", () => {
        const square = createCourse({
            name: "square",
            points: Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10),
            widthM: 2,
            closed: true,
        });
        expect(square.lengthM).toBe(40);
        expect(square.locate(4, -1)).toEqual({ stationM: 4, asideM: 1 });
        expect(square.locate(11, 6)).toEqual({ stationM: 16, asideM: 1 });
        expect(square.locate(2, 3)).toEqual({ stationM: 37, asideM: 2 });
    });
});

describe("lap timer", () => {
    it("times a flying lap from line to line, finer than the frames", () => {
        const { timer, drive } = setUp();
        drive(10.1, 20);
        expect(timer.currentS).toBeCloseTo(0.1 / 20, 3);
        drive(roundM, 20);
        expect(timer.lastS).toBeCloseTo(roundM / 20, 2);
        expect(timer.bestS).toBe(timer.lastS);
        drive(roundM, 30);
        expect(timer.bestS).toBeCloseTo(roundM / 30, 1);
        drive(roundM, 25);
        expect(timer.lastS).toBeCloseTo(roundM / 25, 1);
        expect(timer.bestS).toBeCloseTo(roundM / 30, 1);
    });

    it("has the clock wait for a car that stands at the line", () => {
        const { timer, frame, car, ways, put, drive } = setUp();
        Object.assign(ways, { stationM: 0.2 });
        for (let i = 0; i < 300; ++i) {
            frame.timeS += 1 / 60;
            put();
        }
        expect(timer.currentS).toBe(0);
        car.speedMps = 1;
        drive(roundM, 20);
        expect(timer.lastS).toBeCloseTo(roundM / 20, 1);
    });

    it("does not count a lap with a short cut", () => {
        for (const inwards of [-20, -radiusM]) {
            const { timer, ways, drive } = setUp();
            drive(10.1, 20);
            drive(50, 20);
            ways.asideM = inwards;
            drive(100, 20);
            ways.asideM = 0;
            expect(timer.currentS).toBeNull();
            drive(roundM - 150, 20);
            expect(timer.lastS).toBeNull();
            expect(timer.currentS).not.toBeNull();
            drive(roundM, 20);
            expect(timer.lastS).not.toBeNull();
        }
    });

    it("lets a car use the width of the road, not more", () => {
        const { timer, ways, drive } = setUp();
        ways.asideM = 5.9;
        drive(10.1 + roundM, 20);
        expect(timer.lastS).not.toBeNull();
        ways.asideM = 6.1;
        drive(1, 20);
        expect(timer.currentS).toBeNull();
    });

    it("does not count a car that is put elsewhere on the road", () => {
        const { timer, ways, drive } = setUp();
        drive(10.1 + 50, 20);
        ways.stationM += 100;
        drive(roundM - 140, 20);
        expect(timer.currentS).not.toBeNull();
        expect(timer.lastS).toBeNull();
    });

    it("is not fooled by driving backwards", () => {
        const { timer, drive } = setUp();
        drive(15, 20);
        drive(-30, 20); // back across the line
        expect(timer.currentS).toBeNull();
        drive(30, 20);
        expect(timer.lastS).toBeNull();
        drive(-10 - roundM, 20); // a whole round the wrong way
        expect(timer.lastS).toBeNull();
        drive(20, 20);
        expect(timer.lastS).toBeNull();
    });

    it("forgives some way backwards within a lap", () => {
        const { timer, drive } = setUp();
        drive(60, 20);
        drive(-20, 20);
        drive(roundM, 20);
        expect(timer.lastS).toBeCloseTo((roundM + 40) / 20, 1);
    });

    it("shows the best lap's car where it was at that time, and how far behind one is", () => {
        const { timer, drive } = setUp();
        drive(10, 20);
        expect(timer.ghost).toBeNull();
        drive(roundM + 0.01, 20);
        drive(50, 10);
        expect(timer.currentS).toBeCloseTo(5, 1);
        expect(angleOf(timer.ghost!)).toBeCloseTo((100 / roundM) * 2 * Math.PI, 1);
        expect(timer.deltaS).toBeCloseTo(2.5, 1);
        drive(50, 40);
        expect(timer.deltaS).toBeCloseTo(1.25, 1);
        timer.forgetBest();
        expect([timer.ghost, timer.bestS, timer.deltaS]).toEqual([null, null, null]);
    });

    it("shows a best lap with its own wheels, whatever drives now", () => {
        const { timer, frame, car, drive } = setUp(10);
        drive(10, 20);
        drive(roundM + 0.01, 20);
        drive(50, 10);
        expect(timer.ghost!.wheels).toHaveLength(10);
        frame.cars[0] = { ...car, wheels: car.wheels.slice(0, 3) };
        frame.timeS += 1 / 60;
        timer.update(frame);
        expect(timer.currentS).toBeNull(); // a lap is driven on one number of wheels
        expect(timer.bestS).toBeCloseTo(roundM / 20, 1);
    });

    it("ends the lap when time goes back", () => {
        const { timer, frame, put, drive } = setUp();
        drive(50, 20);
        frame.timeS = 0;
        put();
        expect(timer.currentS).toBeNull();
    });
});

describe("times", () => {
    it("are written as on a score board", () => {
        expect(lapText(62.3456, 3)).toBe("1:02.345");
        expect(lapText(59.9999, 1)).toBe("0:59.9");
        expect(lapText(0, 1)).toBe("0:00.0");
        expect([-0.424, 1.3, 0.001].map(secondsText)).toEqual(["−0.42 s", "+1.30 s", "±0.00 s"]);
    });
});

test("each lap that ends is reported, with its start by the frames' clock, and whether one set-up drove it", () => {
    const told: FinishedLap[] = [];
    const { timer, drive } = setUp(4, undefined, (lap) => told.push(lap));
    timer.setClass("one");
    drive(10 + roundM + 1, 20);
    expect(told).toHaveLength(1);
    expect(told[0]!.startS).toBeCloseTo(0.5, 2);
    expect(told[0]!.lapS).toBe(timer.lastS);
    timer.setClass("other");
    drive(2 * roundM, 20);
    expect(told.map(({ isOfOne }) => isOfOne)).toEqual([true, false, true]);
});
