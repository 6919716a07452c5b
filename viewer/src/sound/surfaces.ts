/** Sound of a ground. */
export interface GroundSound {
    /** Sound of a sliding tyre: its squeal and its hiss. */
    readonly squeal: number;
    readonly hiss: number;
    /** Stones. */
    readonly crunch: number;
    /** Sound of a rolling tyre: its loudness and its highest frequency. */
    readonly roll: number;
    readonly rollHz: number;
}

const sound = (
    squeal: number,
    hiss: number,
    crunch: number,
    roll: number,
    rollHz: number,
): GroundSound => ({
    squeal,
    hiss,
    crunch,
    roll,
    rollHz,
});

const hard = sound(1, 0.15, 0, 1, 650);

const known: Readonly<Record<string, GroundSound>> = {
    dry_asphalt: hard,
    concrete: sound(1, 0.12, 0, 1.2, 850),
    wet_asphalt: sound(0.3, 0.7, 0, 1.2, 2400),
    wet_asphalt_2mm: sound(0.1, 0.9, 0, 1.3, 2000),
    wet_asphalt_5mm: sound(0.05, 1, 0, 1.4, 1700),
    gravel: sound(0, 0.7, 1, 1.2, 700),
    sand: sound(0, 0.6, 0.15, 1, 380),
    grass: sound(0, 0.5, 0.08, 0.9, 320),
    earth: sound(0, 0.55, 0.35, 1.1, 380),
    mud: sound(0, 0.5, 0.1, 1, 300),
    snow: sound(0, 0.4, 0.2, 0.6, 1300),
    deep_sand: sound(0, 0.6, 0.1, 0.9, 320),
    ploughed_field: sound(0, 0.55, 0.3, 1, 340),
    fresh_snow: sound(0, 0.35, 0.1, 0.5, 900),
    ice: sound(0.12, 0.35, 0, 0.45, 2600),
};

/** An unknown surface sounds like a road. */
export const groundSound = (name: string | undefined): GroundSound => known[name ?? ""] ?? hard;
