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
    const points = scatter(cells, createRandom(seed));
    const inside = new Float32Array(size * size);
    const which = new Float32Array(size * size);
    const wide = cells + 2;
    for (let y = 0, at = 0; y < size; ++y)
        for (let x = 0; x < size; ++x, ++at) {
            const u = (x * cells) / size;
            const v = (y * cells) / size;
            const cell = Math.floor(v) * wide + Math.floor(u);
            let nearest = 9;
            let second = 9;
            let stone = 0;
            // The loop covers three rows of three cells around the place in their middle.
            for (let k = 0; k < 9; ++k) {
                const point = 3 * (cell + (k % 3) + ((k / 3) | 0) * wide);
                const dx = points[point]! - u;
                const dy = points[point + 1]! - v;
                const squared = dx * dx + dy * dy;
                if (squared < nearest) {
                    second = nearest;
                    nearest = squared;
                    stone = points[point + 2]!;
                } else if (squared < second) second = squared;
            }
            inside[at] = Math.min(1, Math.sqrt(second) - Math.sqrt(nearest));
            which[at] = stone;
        }
    return { inside, which };
}

/**
 * A point (x, y and a number) in each cell, and in a border of cells that repeats the other side.
 */
function scatter(cells: number, random: () => number): Float32Array {
    const own = Float32Array.from({ length: 3 * cells * cells }, random);
    const wide = cells + 2;
    const points = new Float32Array(3 * wide * wide);
    for (let j = 0; j < wide; ++j)
        for (let i = 0; i < wide; ++i) {
            const from = 3 * (((j - 1 + cells) % cells) * cells + ((i - 1 + cells) % cells));
            const to = 3 * (j * wide + i);
            points[to] = i - 1 + own[from]!;
            points[to + 1] = j - 1 + own[from + 1]!;
            points[to + 2] = own[from + 2]!;
        }
    return points;
}
