/** Impacts, landings, gears: short sounds that come and go. */
import { filterOf, gainOf } from "./parts";

export interface Knock {
    /** 0 to 1. */
    readonly strength: number;
    /** Pitch of its thud, and strength of its clatter, which is 0 for a dull one. */
    readonly thudHz: number;
    readonly clatter: number;
}

/** Closer together than this they are one. */
const apartS = 0.07;

function thud(context: BaseAudioContext, knock: Knock, nowS: number, to: AudioNode) {
    const level = gainOf(context, 0, to);
    level.gain.setValueAtTime(0.0001, nowS);
    level.gain.linearRampToValueAtTime(0.75 * knock.strength, nowS + 0.004);
    level.gain.setTargetAtTime(0, nowS + 0.01, 0.06 + 0.05 * knock.strength);
    const drum = new OscillatorNode(context, { frequency: knock.thudHz * 1.7 });
    drum.frequency.setTargetAtTime(knock.thudHz, nowS, 0.03);
    drum.connect(level);
    drum.start(nowS);
    drum.stop(nowS + 0.7);
}

function clatter(
    context: BaseAudioContext,
    noise: AudioBuffer,
    knock: Knock,
    nowS: number,
    to: AudioNode,
) {
    const level = gainOf(context, 0, to);
    level.gain.setValueAtTime(knock.clatter * knock.strength, nowS);
    level.gain.setTargetAtTime(0, nowS + 0.005, 0.035 + 0.05 * knock.strength);
    const tone = filterOf(context, "bandpass", 700 + 1500 * knock.strength, 0.7, level);
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    source.connect(tone);
    source.start(nowS, (nowS * 7.3) % 1);
    source.stop(nowS + 0.5);
}

export function createKnocks(context: BaseAudioContext, noise: AudioBuffer, to: AudioNode) {
    let lastS = -Infinity;
    let lastStrength = 0;
    return (knock: Knock, nowS: number) => {
        if (!(knock.strength > 0.03)) return;
        if (nowS - lastS < apartS && knock.strength < 1.5 * lastStrength) return;
        lastS = nowS;
        lastStrength = knock.strength;
        thud(context, knock, nowS, to);
        if (knock.clatter > 0) clatter(context, noise, knock, nowS, to);
    };
}
