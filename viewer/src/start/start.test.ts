import { describe, expect, test } from "vitest";
import { newFrame } from "../frame";
import type { Laps } from "../replay";
import { createDriftJudge } from "./drift";
import { createLapJudge } from "./lap";
import type { Judge, Result } from "./task";
import { wantsIntro } from "./visits";

const degree = Math.PI / 180;

describe("drift", () => {
    /** Drives on for so long with that sideslip. */
    function driver(judge: Judge) {
        const frame = newFrame([4], 0);
        return (slipDeg: number, forS: number, speedMps = 12): Result | null => {
            const car = frame.cars[0]!;
            Object.assign(car, { sideslipRad: slipDeg * degree, speedMps });
            for (const endS = frame.timeS + forS; frame.timeS < endS; ) {
                frame.timeS += 1 / 60;
                const result = judge.update(frame);
                if (result) return result;
            }
            return null;
        };
    }

    test("is done after 3 s at 20° or more, to either side", () => {
        for (const side of [1, -1]) {
            const judge = createDriftJudge();
            const drive = driver(judge);
            expect(drive(side * 25, 2)).toBeNull();
            expect(judge.live).toMatch(/^25° held for (1\.9|2\.0) of 3 s/);
            expect(judge.share).toBeCloseTo(2 / 3, 1);
            const result = drive(side * 40, 2)!;
            expect(result.isDone).toBe(true);
            expect(result.figures).toEqual([
                ["Largest sideslip", "40°"],
                ["Mean speed", "43 km/h"],
            ]);
        }
    });

    test("begins again when the slide ends, the car spins or hardly moves", () => {
        for (const [slipDeg, speedMps] of [[15, 12], [120, 12], [45, 2]] as const) {
            const judge = createDriftJudge();
            const drive = driver(judge);
            expect(drive(25, 2.5)).toBeNull();
            expect(drive(slipDeg, 0.1, speedMps)).toBeNull();
            expect(judge.share).toBe(0);
            expect(drive(25, 2.5)).toBeNull();
            expect(drive(25, 1)).not.toBeNull();
        }
    });
});

test("a lap is held against Kamm's driver's and the best before", () => {
    const laps = { lastS: 80 as number | null, bestS: 79 as number | null, currentS: 3 as number | null };
    const judge = createLapJudge(laps as Laps, { lapS: 84.5 });
    const frame = newFrame([4], 0);
    expect(judge.update(frame)).toBeNull();
    expect(judge.live).toBe("0:03.0 · Kamm's driver 1:24.5");
    laps.currentS = null;
    expect(judge.live).toMatch(/^Off the road/);
    Object.assign(laps, { lastS: 78, bestS: 78 });
    expect(judge.update(frame)!.figures).toEqual([
        ["Kamm's driver", "1:24.50 (you −6.50 s)"],
        ["Your best before", "1:19.00 (you −1.00 s)"],
    ]);
});

test("a user with a link or a quality drives at once, except with the intro", () => {
    for (const [search, hash, wanted] of [
        ["", "", true],
        ["", "#", true],
        ["", "#car=nissan-micra", false],
        ["?quality=low", "", false],
        ["?quality=off&intro", "", true],
        ["?intro", "#car=nissan-micra", true],
    ] as const)
        expect(wantsIntro({ search, hash }), search + hash).toBe(wanted);
});
