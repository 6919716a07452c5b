/** The task "Moose": through the double lane change of ISO 3888-2 without touching a cone, as fast as it goes. */
import type { Path } from "kamm";
import type { Frame, ThingFrame } from "../frame";
import { createCourse } from "../replay/course";
import { type Judge, kmh, type Result } from "./task";

/** Cones stand that near the path's line, and further than that aside nobody drives the course. */
const besideM = 4;
const movedM = 0.1;

type Place = readonly [number, number];
const placeOf = ({ position }: ThingFrame): Place => [position[0]!, position[1]!];

/** Where the first and the last cones are along the path, and which of the things they are. */
function findCones(path: Path, things: readonly ThingFrame[]) {
    const course = createCourse(path);
    const cones: { readonly thing: number; readonly at: Place; readonly stationM: number }[] = [];
    things.forEach((each, thing) => {
        const at = placeOf(each);
        const { stationM, asideM } = course.locate(...at);
        const isWithin = stationM > 0 && stationM < course.lengthM;
        if (asideM < besideM && isWithin) cones.push({ thing, at, stationM });
    });
    const stations = cones.map(({ stationM }) => stationM);
    return { course, cones, entryM: Math.min(...stations), exitM: Math.max(...stations) };
}

/** `first`: the frame in which all cones stand. */
export function createMooseJudge(path: Path, first: Frame): Judge {
    const { course, cones, entryM, exitM } = findCones(path, first.things);
    let state: "before" | "in" | "out" = "before";
    let entryMps = 0;
    let speedMps = 0;
    let toEntryM = entryM;

    function touched({ things }: Frame): number {
        const isMoved = ({ thing, at: [x, y] }: (typeof cones)[number]) => {
            const now = placeOf(things[thing]!);
            return Math.hypot(now[0] - x, now[1] - y) > movedM;
        };
        return cones.filter(isMoved).length;
    }

    function result(frame: Frame, isOnCourse: boolean): Result {
        const count = touched(frame);
        const fault = count === 1 ? "One cone touched" : `${count} cones touched`;
        const title = !isOnCourse ? "Left the course" : count > 0 ? fault : "Clean through";
        return {
            isDone: isOnCourse && count === 0,
            title,
            figures: [
                ["At the first cones", kmh(entryMps)],
                ["At the last", kmh(speedMps)],
            ],
        };
    }

    return {
        share: null,
        get live() {
            if (state === "before") return `${kmh(speedMps)}, ${Math.max(0, toEntryM).toFixed(0)} m to the cones`;
            return `In at ${kmh(entryMps)}`;
        },
        update(frame) {
            const car = frame.cars[0]!;
            const { stationM, asideM } = course.locate(car.position[0]!, car.position[1]!);
            speedMps = car.speedMps;
            toEntryM = entryM - stationM;
            const isOnCourse = asideM < besideM;
            if (stationM < entryM) state = "before"; // put back to the start
            else if (state === "before") {
                state = isOnCourse ? "in" : "out"; // beside the cones it does not count
                entryMps = speedMps;
            }
            if (state !== "in") return null;
            if (isOnCourse && stationM < exitM && speedMps > 0.3) return null;
            state = "out";
            return result(frame, isOnCourse && stationM >= exitM);
        },
    };
}
