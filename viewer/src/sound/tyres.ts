/** Sliding tyres, an axle a voice, and all that rolls. */
import type { AxleSound, RoadSound } from "./hearing";
import { filterOf, gainOf, glideOf, loop } from "./parts";

export interface Buffers {
    readonly noise: AudioBuffer;
    readonly crackle: AudioBuffer;
}

/**
 * Narrow bands of noise sing like rubber; a second one, not quite a fourth above, makes it hoarse.
 */
const bands = [1, 1.37, 2.1] as const;
const bandLevels = [1, 0.7, 0.25] as const;

export function createSqueal(
    context: BaseAudioContext,
    { noise }: Buffers,
    baseHz: number,
    offsetS: number,
    to: AudioNode,
) {
    const panner = new StereoPannerNode(context);
    panner.connect(to);
    const level = gainOf(context, 0, panner);
    const pitches = bands.map((ratio, i) => {
        const band = filterOf(
            context,
            "bandpass",
            baseHz * ratio,
            22,
            gainOf(context, 9 * bandLevels[i]!, level),
        );
        loop(context, noise, offsetS + 0.4 * i, band);
        return glideOf(band.frequency, 0.07);
    });
    const hissLevel = gainOf(context, 0, panner);
    loop(context, noise, offsetS + 0.2, filterOf(context, "bandpass", 1900, 0.6, hissLevel));

    const setLevel = glideOf(level.gain, 0.045);
    const setHiss = glideOf(hissLevel.gain, 0.06);
    const setPan = glideOf(panner.pan, 0.1);
    return (axle: AxleSound, nowS: number) => {
        setLevel(Math.min(1.4, axle.squeal) * 0.34, nowS);
        setHiss(Math.min(1.5, axle.hiss) * 0.16, nowS);
        setPan(0.55 * axle.pan, nowS);
        const hz = baseHz * (1 + 0.16 * Math.min(1, axle.slipMps / 10) - 0.06 * axle.squeal);
        pitches.forEach((set, i) => set(hz * bands[i]!, nowS));
    };
}

export function createRoad(context: BaseAudioContext, { noise, crackle }: Buffers, to: AudioNode) {
    const rollLevel = gainOf(context, 0, to);
    const roll = filterOf(context, "lowpass", 300, 0.5, rollLevel);
    loop(context, noise, 1.1, roll);
    const crunchLevel = gainOf(context, 0, to);
    const stones = loop(context, crackle, 0, filterOf(context, "bandpass", 1700, 0.5, crunchLevel));

    const set = {
        roll: glideOf(rollLevel.gain, 0.08),
        rollHz: glideOf(roll.frequency, 0.1),
        crunch: glideOf(crunchLevel.gain, 0.08),
        crunchRate: glideOf(stones.playbackRate, 0.1),
    };
    return (road: RoadSound, speedMps: number, sliding: number, nowS: number) => {
        const speed = Math.abs(speedMps);
        set.roll(0.16 * road.roll * Math.min(1.6, speed / 30) ** 1.2, nowS);
        set.rollHz(road.rollHz * (0.35 + 0.65 * Math.min(1.5, speed / 30)), nowS);
        const rush = Math.min(1, speed / 12) + Math.min(0.8, sliding);
        set.crunch(0.9 * road.crunch * rush, nowS);
        set.crunchRate(0.6 + 0.5 * Math.min(1.4, speed / 15), nowS);
    };
}

/** The air: power of noise grows faster than this, but v² is what ears take for true. */
export function createWind(context: BaseAudioContext, { noise }: Buffers, to: AudioNode) {
    const level = gainOf(context, 0, to);
    const body = filterOf(context, "lowpass", 200, 0.4, level);
    const thin = filterOf(context, "highpass", 90, 0.4, body);
    loop(context, noise, 1.7, thin);
    const setLevel = glideOf(level.gain, 0.15);
    const setHz = glideOf(body.frequency, 0.15);
    return (speedMps: number, nowS: number) => {
        const share = Math.min(1.4, Math.abs(speedMps) / 60);
        setLevel(0.3 * share * share, nowS);
        setHz(250 + 1100 * share, nowS);
    };
}
