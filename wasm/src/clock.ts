/** Turns real time into whole substeps, by the C library's clock. */
import { kammError, type Module } from "./module";
import { own } from "./owned";

export interface Clock {
    /** Substeps to take now; `fraction` then says how far the present lies between the last two. */
    advance(dtS: number): number;
    readonly fraction: number;
    setSubstep(substepS: number): void;
    dispose(): void;
}

export function makeClock(module: Module, substepS: number): Clock {
    const { call, heap, at } = module;
    const address = module.allocate(at("clock"));
    heap.u8.fill(0, address, address + at("clock"));
    const setSubstep = (value: number) => {
        heap.f64[(address + at("clock.substep_s")) / 8] = value;
    };
    setSubstep(substepS);
    let fraction = 1;
    const owned = own(address, "clock", call.free);
    return {
        advance(dtS) {
            if (!Number.isFinite(dtS)) throw kammError("range", "dtS", `step: ${dtS} s is no time`);
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
