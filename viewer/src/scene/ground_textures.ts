/**
 * What the surfaces look like from near: one layer each of an array texture, made at load.
 *
 * A texel is (slope x, slope y, brightness, blend): brightness 0.5 leaves the colour as it is,
 * blend says how much of the surface's second colour and roughness shows.
 */
import * as THREE from "three";
import { finish, type Slices } from "../slices";
import { clouds, stones } from "./noise";
import { smoothstep } from "./random";

/** One texel: its relative height, its brightness, and its share of the second tone. */
type Texel = readonly [height: number, brightness: number, blend: number];
type Recipe = (size: number) => (at: number) => Texel;

const asphalt: Recipe = (size) => {
    const grain = stones(size, Math.round(size / 5), 11);
    const stain = clouds(size, 16, 4, 12);
    return (at) => {
        const stone = grain.which[at]!;
        const bright = 0.4 + 0.12 * stone + 0.16 * (stain[at]! - 0.5);
        return [0.4 * Math.min(0.5, grain.inside[at]!) * stone, bright, stone > 0.9 ? 0.5 : 0.1];
    };
};

const wetAsphalt: Recipe = (size) => {
    const grain = stones(size, Math.round(size / 5), 21);
    const film = clouds(size, 16, 3, 22);
    return (at) => {
        const stone = grain.which[at]! * Math.min(0.5, grain.inside[at]!);
        return [0.3 * stone, 0.44 + 0.12 * grain.which[at]!, 0.3 + 0.4 * film[at]!];
    };
};

const concrete: Recipe = (size) => {
    const fine = clouds(size, size / 4, 2, 31);
    const stain = clouds(size, 4, 5, 32);
    return (at) => {
        const edge = Math.min(at % size, Math.floor(at / size));
        const joint = edge < size / 150 ? 1 : 0;
        const bright = 0.36 + 0.12 * fine[at]! + 0.16 * stain[at]!;
        return [0.15 * fine[at]! - 0.8 * joint, bright * (1 - 0.45 * joint), stain[at]!];
    };
};

const gravel: Recipe = (size) => {
    const large = stones(size, Math.round(size / 12), 41);
    const small = stones(size, Math.round(size / 5), 42);
    return (at) => {
        const stone = large.which[at]! > 0.45 ? large : small;
        const top = Math.min(0.6, stone.inside[at]!);
        return [2 * top, 0.24 + 0.5 * top * (0.5 + stone.which[at]!), stone.which[at]!];
    };
};

const sand: Recipe = (size) => {
    const bend = clouds(size, 3, 3, 51);
    const fine = clouds(size, size / 2, 1, 52);
    return (at) => {
        const ripple = Math.sin(
            2 * Math.PI * ((12 * Math.floor(at / size)) / size + 2.2 * bend[at]!),
        );
        const bright = 0.42 + 0.035 * ripple + 0.1 * fine[at]! + 0.08 * (bend[at]! - 0.5);
        return [0.9 * ripple + 0.25 * fine[at]!, bright, bend[at]!];
    };
};

const grass: Recipe = (size) => {
    const blades = clouds(size, size / 4, 2, 61);
    const tufts = clouds(size, 20, 4, 62);
    const dry = clouds(size, 32, 3, 63);
    return (at) => {
        const blade = smoothstep(0.25, 0.8, blades[at]!);
        const bright = 0.22 + 0.3 * blade + 0.22 * tufts[at]!;
        return [1.6 * blade + 2 * tufts[at]!, bright, 0.8 * smoothstep(0.3, 0.8, dry[at]!)];
    };
};

const earth: Recipe = (size) => {
    const clods = clouds(size, 24, 4, 71);
    const grain = stones(size, Math.round(size / 10), 72);
    return (at) => {
        const pebble = grain.which[at]! > 0.82 ? Math.min(0.5, grain.inside[at]!) : 0;
        return [
            1.8 * clods[at]! + 1.2 * pebble,
            0.26 + 0.44 * clods[at]! + 0.2 * pebble,
            pebble * 1.6,
        ];
    };
};

const mud: Recipe = (size) => {
    const lumps = clouds(size, 10, 5, 81);
    return (at) => {
        const wet = smoothstep(0.52, 0.42, lumps[at]!);
        return [2.4 * Math.max(0.44, lumps[at]!), 0.3 + 0.36 * lumps[at]!, wet];
    };
};

const snow: Recipe = (size) => {
    const drift = clouds(size, 5, 4, 91);
    const fine = clouds(size, size / 4, 2, 92);
    return (at) => [
        1.2 * drift[at]! + 0.4 * fine[at]!,
        0.45 + 0.07 * drift[at]! + 0.04 * fine[at]!,
        fine[at]!,
    ];
};

const ice: Recipe = (size) => {
    const plates = stones(size, 7, 101);
    const haze = clouds(size, 5, 5, 102);
    return (at) => {
        const crack = smoothstep(0.035, 0.0, plates.inside[at]! * (0.4 + haze[at]!));
        return [
            -0.4 * crack,
            0.42 + 0.14 * haze[at]!,
            Math.min(1, 0.8 * crack + 0.7 * haze[at]! ** 2),
        ];
    };
};

/** Asphalt with cracks, and patches of another age. */
const wornAsphalt: Recipe = (size) => {
    const sound = asphalt(size);
    const plates = stones(size, 9, 111);
    const bend = clouds(size, 20, 3, 112);
    return (at) => {
        const [height, bright, blend] = sound(at);
        const crack = smoothstep(0.06, 0.015, plates.inside[at]! + 0.12 * (bend[at]! - 0.5));
        return [
            height - crack,
            bright * (0.86 + 0.28 * plates.which[at]!) * (1 - 0.5 * crack),
            blend,
        ];
    };
};

/** Pattern of no surface: the patches, large and small, in all of them. */
const patches: Recipe = (size) => {
    const field = clouds(size, 4, 5, 121);
    return (at) => [0, 0.5, smoothstep(0.25, 0.75, field[at]!)];
};

const recipes = {
    asphalt,
    wetAsphalt,
    concrete,
    gravel,
    sand,
    grass,
    earth,
    mud,
    snow,
    ice,
    wornAsphalt,
    patches,
} as const satisfies Record<string, Recipe>;

export type Layer = keyof typeof recipes;
export const layers = Object.keys(recipes) as Layer[];

export interface Detail {
    readonly texture: THREE.DataArrayTexture;
    /** Means of each layer, as it looks from far away. */
    readonly means: readonly { readonly brightness: number; readonly blend: number }[];
}

/** One layer after the other, some rows at a time. */
export function* detailSlices(size: number): Slices<Detail> {
    const texels = size * size;
    const bytes = new Uint8Array(layers.length * texels * 4);
    const means: { brightness: number; blend: number }[] = [];
    for (const [i, layer] of layers.entries()) {
        const own = bytes.subarray(4 * i * texels, 4 * (i + 1) * texels);
        const texel = recipes[layer](size);
        yield;
        yield* fillLayer(own, texel, size);
        means.push({ brightness: mean(own, 2), blend: mean(own, 3) });
        yield;
    }
    return { texture: arrayTexture(bytes, size), means };
}

export const createDetail = (size: number): Detail => finish(detailSlices(size));

function mean(texels: Uint8Array, channel: number): number {
    let sum = 0;
    for (let at = channel; at < texels.length; at += 4) sum += texels[at]!;
    return (4 * sum) / (255 * texels.length);
}

function arrayTexture(bytes: Uint8Array<ArrayBuffer>, size: number): THREE.DataArrayTexture {
    const texture = new THREE.DataArrayTexture(bytes, size, size, layers.length);
    texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
    texture.minFilter = THREE.LinearMipmapLinearFilter;
    texture.magFilter = THREE.LinearFilter;
    texture.generateMipmaps = true;
    texture.anisotropy = 8;
    texture.needsUpdate = true;
    return texture;
}

const rowsASlice = 64;

function* fillLayer(bytes: Uint8Array, texel: (at: number) => Texel, size: number): Slices {
    const heights = new Float32Array(size * size);
    for (let at = 0; at < heights.length; ++at) {
        const [height, brightness, blend] = texel(at);
        heights[at] = height;
        bytes[4 * at + 2] = byte(brightness);
        bytes[4 * at + 3] = byte(blend);
        if (at % (rowsASlice * size) === 0) yield;
    }
    for (let y = 0, at = 0; y < size; ++y)
        for (let x = 0; x < size; ++x, ++at) {
            const east = heights[y * size + ((x + 1) % size)]!;
            const north = heights[((y + 1) % size) * size + x]!;
            bytes[4 * at] = byte(0.5 + 0.5 * (east - heights[at]!));
            bytes[4 * at + 1] = byte(0.5 + 0.5 * (north - heights[at]!));
        }
}

const byte = (value: number) => Math.round(255 * Math.min(1, Math.max(0, value)));
