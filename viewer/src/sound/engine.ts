/**
 * The engine's voice: two waves of its cycle, soft and hard, that load blends, and the breath
 * between them.
 */
import type { CarFrame } from "../frame";
import type { ModelInfo } from "kamm";
import { cycleHz, engineOf, type EngineKind } from "./engines";
import { engineSpectrum } from "./harmonics";
import { filterOf, gainOf, glideOf, loop } from "./parts";

const harmonics = 160;
const stutterHz = 17;

export interface EngineVoice {
    setInfo(info: ModelInfo): void;
    update(car: CarFrame, nowS: number): void;
}

/** Rounds off what is loud, as pipes and ears do. */
function softClip(): Float32Array<ArrayBuffer> {
    return Float32Array.from(
        { length: 257 },
        (_, i) => Math.tanh((i / 128 - 1) * 2.2) / Math.tanh(2.2),
    );
}

/** Pipe and body: what rings along, and how far up it reaches. */
function createPipe(context: BaseAudioContext, to: AudioNode) {
    const muffler = filterOf(context, "lowpass", 900, 0.6, to);
    const ring = new BiquadFilterNode(context, {
        type: "peaking",
        frequency: 420,
        Q: 1.1,
        gain: 5,
    });
    const boom = new BiquadFilterNode(context, {
        type: "peaking",
        frequency: 105,
        Q: 0.9,
        gain: 4,
    });
    const shaper = new WaveShaperNode(context, { curve: softClip() });
    shaper.connect(boom).connect(ring).connect(muffler);
    return { input: shaper, openness: glideOf(muffler.frequency, 0.06) };
}

/** At the limiter the fuel is cut and comes back: off and on. */
function createStutter(context: BaseAudioContext, to: AudioNode) {
    const gate = gainOf(context, 1, to);
    const depth = new GainNode(context, { gain: 0 });
    depth.connect(gate.gain);
    const cut = new OscillatorNode(context, { type: "square", frequency: stutterHz });
    cut.connect(depth);
    cut.start();
    const setDepth = glideOf(depth.gain, 0.03);
    const setMiddle = glideOf(gate.gain, 0.03);
    return {
        input: gate,
        set(share: number, nowS: number) {
            setDepth(0.4 * share, nowS);
            setMiddle(1 - 0.4 * share, nowS);
        },
    };
}

/** Breath: noise that each firing lets through, and the air that the throttle lets in. */
function createBreath(
    context: BaseAudioContext,
    noise: AudioBuffer,
    pulse: AudioNode,
    to: AudioNode,
) {
    const knockLevel = gainOf(context, 0, to);
    const gate = gainOf(context, 0, knockLevel);
    pulse.connect(gate.gain);
    loop(context, noise, 0.3, filterOf(context, "bandpass", 1100, 0.7, gate));
    const intakeLevel = gainOf(context, 0, to);
    const intake = filterOf(context, "bandpass", 500, 0.9, intakeLevel);
    loop(context, noise, 0.9, intake);
    return {
        knock: glideOf(knockLevel.gain, 0.05),
        intake: glideOf(intakeLevel.gain, 0.06),
        intakeHz: glideOf(intake.frequency, 0.08),
    };
}

/**
 * No engine runs quite evenly: its pitch wanders by some hundredths of a semitone, several times a
 * second.
 */
function addWobble(
    context: BaseAudioContext,
    noise: AudioBuffer,
    waves: readonly OscillatorNode[],
) {
    const cents = new GainNode(context, { gain: 800 });
    for (const { detune } of waves) cents.connect(detune);
    loop(context, noise, 0.5, filterOf(context, "lowpass", 7, 0.5, cents));
}

/** How hard it works: an open throttle is heard before the torque has come. */
const workOf = ({ engineLoad, throttle }: CarFrame) => Math.max(0.22 * throttle, engineLoad);

export function createEngine(
    context: BaseAudioContext,
    noise: AudioBuffer,
    to: AudioNode,
): EngineVoice {
    const level = gainOf(context, 0, to);
    const stutter = createStutter(context, level);
    const dip = gainOf(context, 1, stutter.input);
    const pipe = createPipe(context, dip);
    const softLevel = gainOf(context, 0.4, pipe.input);
    const hardLevel = gainOf(context, 0, pipe.input);
    const soft = new OscillatorNode(context, { frequency: 10 });
    const hard = new OscillatorNode(context, { frequency: 10 });
    soft.connect(softLevel);
    hard.connect(hardLevel);
    const breath = createBreath(context, noise, hard, dip);
    addWobble(context, noise, [soft, hard]);
    for (const wave of [soft, hard]) wave.start();

    const set = {
        level: glideOf(level.gain, 0.06),
        softHz: glideOf(soft.frequency, 0.025),
        hardHz: glideOf(hard.frequency, 0.025),
        soft: glideOf(softLevel.gain, 0.05),
        hard: glideOf(hardLevel.gain, 0.05),
    };
    let kind: EngineKind = { cylinders: 4, diesel: false };
    let limiterRadps = 680;
    let idleRadps = 80;
    let gear = 0;

    function shift(nowS: number) {
        dip.gain.setTargetAtTime(0.4, nowS, 0.015);
        dip.gain.setTargetAtTime(1, nowS + 0.11, 0.05);
    }

    function blend(car: CarFrame, nowS: number) {
        const radps = car.engineRadps;
        const work = workOf(car);
        const speed = Math.min(1.1, radps / limiterRadps);
        const running = Math.min(1, radps / (0.5 * idleRadps));
        set.level(running * (0.045 + 0.1 * speed + 0.22 * work), nowS);
        set.soft(0.55 - 0.25 * work, nowS);
        set.hard(0.12 + 0.6 * work + (kind.diesel ? 0.15 : 0), nowS);
        pipe.openness(350 + 900 * speed + 3200 * work * (0.3 + 0.7 * speed), nowS);
        breath.knock(kind.diesel ? 0.5 + 0.3 * work : 0.08 + 0.2 * work, nowS);
        breath.intake(0.28 * work * speed, nowS);
        breath.intakeHz(280 + 1.6 * car.engineFiringHz, nowS);
    }

    return {
        setInfo(info) {
            kind = engineOf(info);
            limiterRadps = Math.max(1, info.limiterRadps);
            idleRadps = Math.max(1, info.idleRadps);
            const waveOf = (reach: number) => {
                const { real, imag } = engineSpectrum(kind, harmonics, reach);
                return new PeriodicWave(context, { real, imag });
            };
            soft.setPeriodicWave(waveOf(1.6));
            hard.setPeriodicWave(waveOf(kind.diesel ? 9 : 5.5));
        },
        update(car, nowS) {
            const hz = cycleHz(car.engineFiringHz, kind);
            set.softHz(hz, nowS);
            set.hardHz(hz, nowS);
            blend(car, nowS);
            const atLimiter = car.engineRadps > 0.985 * limiterRadps && car.throttle > 0.3;
            stutter.set(atLimiter ? 1 : 0, nowS);
            if (car.gear !== gear) shift(nowS);
            gear = car.gear;
        },
    };
}
