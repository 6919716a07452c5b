/** Small things that all voices are made of. */

/**
 * Sets a parameter again and again without clicks: it glides there. What is not finite is not
 * taken.
 */
export type Glide = (value: number, nowS: number) => void;

export function glideOf(param: AudioParam, lagS: number): Glide {
    let last = NaN;
    return (value, nowS) => {
        if (!Number.isFinite(value)) return;
        if (Math.abs(value - last) <= 1e-4 * Math.abs(last)) return;
        last = value;
        param.setTargetAtTime(value, nowS, lagS);
    };
}

export function gainOf(context: BaseAudioContext, value: number, to: AudioNode): GainNode {
    const node = new GainNode(context, { gain: value });
    node.connect(to);
    return node;
}

export function filterOf(
    context: BaseAudioContext,
    type: BiquadFilterType,
    frequency: number,
    Q: number,
    to: AudioNode,
): BiquadFilterNode {
    const node = new BiquadFilterNode(context, { type, frequency, Q });
    node.connect(to);
    return node;
}

/** Repeats a buffer endlessly, from an offset of its own, so that two of them do not sound as one. */
export function loop(
    context: BaseAudioContext,
    buffer: AudioBuffer,
    offsetS: number,
    to: AudioNode,
) {
    const node = new AudioBufferSourceNode(context, { buffer, loop: true });
    node.connect(to);
    node.start(0, offsetS);
    return node;
}

/** Numbers from -1 to 1 that look random and are always the same. */
export function createRandom(seed: number): () => number {
    let state = seed >>> 0 || 1;
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) / 2 ** 31 - 1;
    };
}

const noiseS = 2;

export function whiteNoise(context: BaseAudioContext): AudioBuffer {
    const buffer = new AudioBuffer({
        length: noiseS * context.sampleRate,
        sampleRate: context.sampleRate,
    });
    const samples = buffer.getChannelData(0);
    const random = createRandom(20);
    for (let i = 0; i < samples.length; ++i) samples[i] = random();
    return buffer;
}

/** Stones under a tyre: short crackles, at random, strong and weak. */
export function crackle(context: BaseAudioContext): AudioBuffer {
    const buffer = new AudioBuffer({
        length: noiseS * context.sampleRate,
        sampleRate: context.sampleRate,
    });
    const samples = buffer.getChannelData(0);
    const random = createRandom(7);
    const perSample = 260 / context.sampleRate;
    const fade = Math.exp(-1 / (0.0018 * context.sampleRate));
    let strength = 0;
    for (let i = 0; i < samples.length; ++i) {
        if (Math.abs(random()) < perSample) strength = Math.abs(random()) ** 2;
        samples[i] = strength * random();
        strength *= fade;
    }
    return buffer;
}
