/** Cost of a substep, measured at run time; the car's state is restored afterwards. */

/** What steps, and can be put back. */
interface Measured {
    snapshot(): Uint8Array;
    restore(snapshot: Uint8Array): void;
    stepSubsteps(substeps: number): void;
}

/** The browser's clock ticks in tenths of a millisecond at worst. */
const sliceMs = 1;
const slices = 2;
const substepsPerCall = 240;
/** Then it starts again, before it has got anywhere. */
const maxSubsteps = 4800;

/** The time of the fastest slice: in the others the processor also ran other programs. `nowMs` is a clock. */
export function measureNs(member: Measured, nowMs = () => performance.now()): number {
    const snapshot = member.snapshot();
    let leastNs = Infinity;
    for (let slice = 0; slice < slices; ++slice) {
        let substeps = 0;
        const began = nowMs();
        do {
            if (substeps > 0 && substeps % maxSubsteps === 0) member.restore(snapshot);
            member.stepSubsteps(substepsPerCall);
            substeps += substepsPerCall;
        } while (nowMs() - began < sliceMs);
        leastNs = Math.min(leastNs, (1e6 * (nowMs() - began)) / substeps);
        member.restore(snapshot);
    }
    return leastNs;
}
