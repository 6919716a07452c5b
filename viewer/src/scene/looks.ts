/** Colours and textures of the surfaces: by their names in data/surfaces.json, of roads by how rough they are. */
import type { Surface } from "kamm";
import { isPlainRoad, roughClasses } from "../surfaces";
import type { Layer } from "./ground_textures";

/** Smoke comes from tyres that slide, dust and water from all that roll. */
export type SprayKind = "smoke" | "dust" | "water";

export interface Look {
    readonly layer: Layer;
    /** Both tones in sRGB. */
    readonly tones: readonly [string, string];
    /** Roughness in the sense of shading, of each tone: 0 is a mirror. */
    readonly shine: readonly [number, number];
    /** What one repetition of the texture measures, and how strongly its relief shows. */
    readonly tileM: number;
    readonly relief: number;
    /** How much large patches of the second tone show. */
    readonly mottle: number;
    /** The spray of its wheels, and how much of it. */
    readonly spray: { readonly kind: SprayKind; readonly tone: string; readonly amount: number };
    /** What they leave, and how clearly it shows. */
    readonly track: { readonly tone: string; readonly strength: number };
}

const rubber = { tone: "#101113", strength: 0.85 };
const smoke = { kind: "smoke", tone: "#e9ecef", amount: 1 } as const;

const asphalt: Look = {
    layer: "asphalt",
    tones: ["#504f4d", "#868480"],
    shine: [0.92, 0.85],
    tileM: 1.7,
    relief: 0.5,
    mottle: 0.1,
    spray: smoke,
    track: rubber,
};

/** The darker tone of asphalt that is rougher than good roads, by classes. */
const wornTones = ["#55575a", "#5d5e60", "#666665", "#6e6c69"] as const;

function roadLook(surface: Surface): Look {
    const worse = Math.min(wornTones.length, isPlainRoad(surface) ? Math.round(roughClasses(surface)) : 0);
    if (worse < 1) return asphalt;
    return {
        ...asphalt,
        layer: "wornAsphalt",
        tones: [wornTones[worse - 1]!, "#8d8d8a"],
        tileM: 6,
        relief: 0.3 + 0.2 * worse,
    };
}

export const grass: Look = {
    layer: "grass",
    tones: ["#556b33", "#84864c"],
    shine: [1, 1],
    tileM: 3.1,
    relief: 0.5,
    mottle: 0.55,
    spray: { kind: "dust", tone: "#7c7452", amount: 0.35 },
    track: { tone: "#33290f", strength: 0.55 },
};

const wetAsphalt: Look = {
    ...asphalt,
    layer: "wetAsphalt",
    tones: ["#4a4a4a", "#323335"],
    shine: [0.5, 0.08],
    tileM: 3,
    mottle: 1.1,
    spray: { kind: "water", tone: "#dfe6ec", amount: 1 },
    track: { tone: "#15171a", strength: 0.25 },
};

const looks: Readonly<Record<string, Look>> = {
    dry_asphalt: asphalt,
    wet_asphalt: wetAsphalt,
    wet_asphalt_2mm: wetAsphalt,
    wet_asphalt_5mm: wetAsphalt,
    concrete: {
        ...asphalt,
        layer: "concrete",
        tones: ["#a3a19a", "#b9b6ad"],
        shine: [0.9, 0.85],
        tileM: 5,
        relief: 0.7,
    },
    gravel: {
        layer: "gravel",
        tones: ["#a2937c", "#c2b8a6"],
        shine: [1, 0.95],
        tileM: 1.6,
        relief: 1,
        mottle: 0.3,
        spray: { kind: "dust", tone: "#b7a992", amount: 1 },
        track: { tone: "#5a4e3d", strength: 0.6 },
    },
    sand: {
        layer: "sand",
        tones: ["#cdb27a", "#dcc592"],
        shine: [1, 1],
        tileM: 2.6,
        relief: 0.6,
        mottle: 0.3,
        spray: { kind: "dust", tone: "#d5bf8c", amount: 1 },
        track: { tone: "#7c6434", strength: 0.9 },
    },
    grass,
    earth: {
        layer: "earth",
        tones: ["#6f5233", "#8f7a5c"],
        shine: [1, 1],
        tileM: 3,
        relief: 0.9,
        mottle: 0.3,
        spray: { kind: "dust", tone: "#93775a", amount: 0.9 },
        track: { tone: "#2c1d0e", strength: 0.8 },
    },
    mud: {
        layer: "mud",
        tones: ["#4b3722", "#33261a"],
        shine: [0.75, 0.22],
        tileM: 4,
        relief: 0.9,
        mottle: 0.8,
        spray: { kind: "dust", tone: "#4a3824", amount: 0.45 },
        track: { tone: "#140d07", strength: 0.85 },
    },
    snow: {
        layer: "snow",
        tones: ["#e6edf4", "#f5f8fb"],
        shine: [0.85, 0.6],
        tileM: 4.5,
        relief: 0.5,
        mottle: 0.4,
        spray: { kind: "dust", tone: "#f4f8fc", amount: 0.8 },
        track: { tone: "#8b9db3", strength: 0.9 },
    },
    ice: {
        layer: "ice",
        tones: ["#8fb6c9", "#dcebf2"],
        shine: [0.12, 0.4],
        tileM: 9,
        relief: 0.25,
        mottle: 0.4,
        spray: { kind: "dust", tone: "#f0f6fa", amount: 0.15 },
        track: { tone: "#d9e6ee", strength: 0.3 },
    },
};

const alike: Readonly<Record<string, string>> = {
    deep_sand: "sand",
    ploughed_field: "earth",
    fresh_snow: "snow",
};

/** Returns the look of a surface; that of a surface that the page does not know is asphalt. */
export const lookOf = (surface: Surface): Look =>
    looks[alike[surface.name] ?? surface.name] ?? roadLook(surface);
