/** Turns real time into whole substeps, by the C library's clock. */
import { kammError, type Module } from "./module";
import { own } from "./owned";
import type { Clock } from "./types";

export interface SubstepClock extends Clock {
    setSubstep(substepS: number): void;
}

/** Longest time of a frame. A page that was hidden may have one longer frame, but not two, and not as its first. */
const longestS = 5;
const seconds = (dtS: number) => `times are in seconds: ${dtS} ms are ${dtS / 1000}`;

/** At most `maxSubsteps` are due at once; 0: the library's own bound. */
export function makeClock(module: Module, substepS: number, maxSubsteps = 0, ofFrames = true): SubstepClock {
    const { call, heap, at } = module;
    const address = module.allocate(at("clock"));
    heap.u8.fill(0, address, address + at("clock"));
    const setSubstep = (value: number) => {
        heap.f64[(address + at("clock.substep_s")) / 8] = value;
    };
    setSubstep(substepS);
    heap.i32[(address + at("clock.max_substeps")) / 4] = maxSubsteps;
    let fraction = 1;
    let isLong = true; // one stall is forgiven, which is no first frame
    const owned = own(address, "clock", call.free);
    return {
        advance(dtS) {
            if (!Number.isFinite(dtS)) throw kammError("range", "dtS", `step: ${dtS} s is no time`);
            if (ofFrames && dtS > longestS && isLong) throw kammError("range", "dtS", `step: ${dtS} s in one frame; ${seconds(dtS)}`);
            isLong = dtS > longestS;
            const substeps = call.kamm_advance_clock(owned.address, dtS, module.scratch);
            fraction = heap.f64[module.scratch / 8]!;
            return substeps;
        },
        get fraction() {
            return fraction;
        },
        setSubstep,
        dispose: owned.dispose,
    };
}

/** A clock of the user's own. */
export function openClock(module: Module, stepS: number, maxSteps: number): Clock {
    if (!(stepS > 0 && stepS < Infinity)) throw kammError("range", "stepS", `stepS: ${stepS} s; allowed: above 0`);
    if (!Number.isInteger(maxSteps) || maxSteps < 1 || maxSteps > 1e6)
        throw kammError("range", "maxSteps", `maxSteps: ${maxSteps}; allowed: whole numbers from 1 to 1000000`);
    return makeClock(module, stepS, maxSteps, false);
}
