import { expect, test } from "vitest";
import { measureNs } from "./cost";

/** Substeps take what is said, on a clock of their own; `disturbMs` is lost in the first slice. */
function makeStepping(substepNs: number, disturbMs = 0) {
    let [nowMs, state] = [0, 0];
    let [isDisturbed, farthest] = [disturbMs > 0, 0];
    const member = {
        snapshot: () => Uint8Array.of(state),
        restore: ([kept]: Uint8Array) => void (state = kept!),
        stepSubsteps(substeps: number) {
            nowMs += (substeps * substepNs) / 1e6;
            if (isDisturbed) nowMs += disturbMs;
            isDisturbed = false;
            farthest = Math.max(farthest, (state += substeps));
        },
    };
    return { member, nowMs: () => nowMs, state: () => state, farthest: () => farthest };
}

test("the cost of a substep is measured by the clock, and the state is as before", () => {
    for (const substepNs of [20, 150, 900, 40_000]) {
        const { member, nowMs, state, farthest } = makeStepping(substepNs);
        expect(measureNs(member, nowMs) / substepNs).toBeCloseTo(1, 9);
        expect(state()).toBe(0);
        expect(farthest()).toBeLessThanOrEqual(4800); // the car has got nowhere
    }
});

test("a dearer one costs more, and what another program took in one slice is not counted", () => {
    const costNs = (substepNs: number, disturbMs?: number) => {
        const { member, nowMs } = makeStepping(substepNs, disturbMs);
        return measureNs(member, nowMs);
    };
    expect(costNs(300)).toBeGreaterThan(costNs(100));
    expect(costNs(300, 7) / 300).toBeCloseTo(1, 9);
});
