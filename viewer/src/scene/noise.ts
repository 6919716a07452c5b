/** Fields of numbers that repeat at their borders: what ground textures are made of. */
import { createRandom } from "./random";

/** Smooth noise of `cells` bumps across, with finer octaves on top; about 0 to 1. */
export function clouds(size: number, cells: number, octaves: number, seed: number): Float32Array {
    const field = new Float32Array(size * size);
    const random = createRandom(seed);
    let strength = 0.5;
    let total = 0;
    for (let octave = 0; octave < octaves; ++octave, cells *= 2, strength *= 0.55) {
        if (cells > size) break;
        addOctave(field, size, cells, strength, random);
        total += strength;
    }
    for (let i = 0; i < field.length; ++i) field[i]! /= total;
    return field;
}

function addOctave(
    field: Float32Array,
    size: number,
    cells: number,
    strength: number,
    random: () => number,
) {
    const lattice = Float32Array.from({ length: cells * cells }, random);
    const scale = cells / size;
    const low = new Int32Array(size);
    const high = new Int32Array(size);
    const part = new Float32Array(size);
    for (let i = 0; i < size; ++i) {
        low[i] = Math.floor(i * scale);
        high[i] = (low[i]! + 1) % cells;
        const t = i * scale - low[i]!;
        part[i] = t * t * (3 - 2 * t);
    }
    for (let y = 0, at = 0; y < size; ++y) {
        const south = low[y]! * cells;
        const north = high[y]! * cells;
        for (let x = 0; x < size; ++x, ++at) {
            const a = lattice[south + low[x]!]!;
            const b = lattice[north + low[x]!]!;
            const left = a + part[y]! * (b - a);
            const c = lattice[south + high[x]!]!;
            const d = lattice[north + high[x]!]!;
            const right = c + part[y]! * (d - c);
            field[at]! += strength * (left + part[x]! * (right - left));
        }
    }
}

export interface Stones {
    /** 0 at the edge between two stones, about 1 in the middle of one. */
    readonly inside: Float32Array;
    /** A number of its own for each stone, 0 to 1. */
    readonly which: Float32Array;
}

/** Pebbles, `cells` across: the places nearest to scattered points. */
export function stones(size: number, cells: number, seed: number): Stones {
    const random = createRandom(seed);
    const points = Float32Array.from({ length: 3 * cells * cells }, random);
    const inside = new Float32Array(size * size);
    const which = new Float32Array(size * size);
    for (let y = 0, at = 0; y < size; ++y)
        for (let x = 0; x < size; ++x, ++at) {
            const u = (x / size) * cells;
            const v = (y / size) * cells;
            let nearest = 9;
            let second = 9;
            for (let j = Math.floor(v) - 1; j <= Math.floor(v) + 1; ++j)
                for (let i = Math.floor(u) - 1; i <= Math.floor(u) + 1; ++i) {
                    const cell = 3 * (((j + cells) % cells) * cells + ((i + cells) % cells));
                    const distance = Math.hypot(i + points[cell]! - u, j + points[cell + 1]! - v);
                    if (distance < nearest) {
                        second = nearest;
                        nearest = distance;
                        which[at] = points[cell + 2]!;
                    } else if (distance < second) second = distance;
                }
            inside[at] = Math.min(1, second - nearest);
        }
    return { inside, which };
}
