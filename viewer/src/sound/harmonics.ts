/**
 * The spectrum of an engine: one pulse for each cylinder in a cycle of two turns.
 *
 * Were all cylinders alike, only multiples of the firing frequency would sound, as of an organ
 * pipe; that they differ a little, in strength and in the way to the tailpipe, is what makes it an
 * engine.
 */
import type { EngineKind } from "./engines";

export interface Spectrum {
    readonly real: Float32Array<ArrayBuffer>;
    readonly imag: Float32Array<ArrayBuffer>;
}

/**
 * Differences between cylinders; any numbers would do, but the same car shall always sound the
 * same.
 */
const strengthOf = (cylinder: number) => 1 + 0.16 * Math.sin(1.9 + 2.4 * cylinder);
const delayOf = (cylinder: number) => 0.045 * Math.sin(0.7 + 3.1 * cylinder);

/**
 * Harmonics of the cycle frequency, `count` of them. `reach`: of how many firing orders one hears
 * something, 2 soft, 7 hard.
 */
export function engineSpectrum(kind: EngineKind, count: number, reach: number): Spectrum {
    const real = new Float32Array(count + 1);
    const imag = new Float32Array(count + 1);
    for (let harmonic = 1; harmonic <= count; ++harmonic) {
        const order = harmonic / kind.cylinders;
        const loudness = Math.exp(-order / reach) / kind.cylinders;
        for (let cylinder = 0; cylinder < kind.cylinders; ++cylinder) {
            const at = (cylinder + delayOf(cylinder)) / kind.cylinders;
            const phase = 2 * Math.PI * harmonic * at;
            real[harmonic]! += loudness * strengthOf(cylinder) * Math.cos(phase);
            imag[harmonic]! += loudness * strengthOf(cylinder) * Math.sin(phase);
        }
    }
    return { real, imag };
}
