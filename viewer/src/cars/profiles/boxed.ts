/** The looks of the trucks, buses, trailers and open vehicles in data/: the first number of each solid is its box in the file. */
import { block, type BoxedLook, dark, type Pane, pane, rect, type Solid, type SolidCorner, windowRow } from "../boxed";

const white = "#e9ecee";
const grey = "#8f9499";
const steel = { spokes: 8, colour: "#9a9ea3" };

type Across = readonly [number, number];

const solid = (of: number | null, side: readonly SolidCorner[], across: Across = [0, 1], more: Partial<Solid> = {}): Solid => ({
    of,
    side,
    across,
    ...more,
});
const black = (of: number | null, side: readonly SolidCorner[], across?: Across, panes: readonly Pane[] = []) =>
    solid(of, side, across, { colour: dark, panes });

const lampRow = (heights: Across, [lampIn, lampOut]: Across): Pane[] => [
    pane("lamp", "front", rect(lampIn, lampOut, ...heights, 0.04)),
];

/** Across the end of a frame: its lamps. */
function tailBar(of: number, [fromU, toU]: Across, [low, high]: Across, halfShare: number): Solid {
    const edge = 0.12 * (high - low);
    const lamp = (material: "tail" | "reverse", from: number, to: number) => pane(material, "rear", rect(from, to, low + edge, high - edge, 0.02));
    return black(of, block(fromU, toU, low, high), [0, halfShare], [lamp("tail", 0.72, 0.95), lamp("reverse", 0.62, 0.7)]);
}

/** Boards around a bed, with posts between them, of a box. */
const bed = (of: number, top: number, count: number): Solid[] => [
    solid(of, block(0, 1, 0, top, 0.02), [0, 0.97], { bendM: 0.02 }),
    ...Array.from({ length: count + 1 }, (_, i) => {
        const at = (i / count) * 0.986;
        return black(of, block(at, at + 0.014, 0, top), [0.9, 1]);
    }),
];

const allAround = (count: number, colour?: string) =>
    Array.from({ length: count }, (_, axle) => ({ axle, fromRad: 0.35, toRad: 2.8, ...(colour && { colour }) }));

/** Boxes: frame, bumper, cab, bed. An angular cab over the engine, and a canvas over the bed. */
const kat = (axles: number, tanks: Across): BoxedLook => ({
    ...{ colour: white, rim: steel },
    cab: { solid: 0, windows: [0.52, 0.9] },
    fenders: allAround(axles, dark),
    solids: [
        solid(2, [[0, 0, 0.04], [0, 0.5, 0.03], [0.09, 0.95, 0.05, 0.95], [0.13, 1, 0.05, 0.93], [1, 1, 0.06, 0.93], [1, 0.5, 0.04], [1, 0, 0.04]], [0, 1], {
            bendM: 0.03,
            panes: [
                pane("glass", "front", rect(0.03, 0.9, 0.54, 0.9, 0.04), 0.25),
                pane("glass", "side", [[0.06, 0.52, 0.03], [0.14, 0.88, 0.04], [0.48, 0.88, 0.04], [0.48, 0.52, 0.03]]),
                pane("glass", "side", rect(0.58, 0.82, 0.56, 0.86, 0.05)),
                pane("grille", "front", rect(-1, 0.5, 0.1, 0.4)),
            ],
        }),
        solid(1, [[0, 0.2, 0.03], [0, 0.9, 0.03], [0.3, 1, 0.02], [1, 1], [1, 0.5], [0.6, 0.2]], [0, 1], {
            bendM: 0.02,
            panes: lampRow([0.4, 0.75], [0.62, 0.8]),
        }),
        black(0, block(0.03, 1, 0.5, 1), [0, 0.85]),
        black(0, block(tanks[0], tanks[1], 0.05, 0.9, 0.12), [1.1, 2.3]),
        tailBar(0, [0.985, 1], [0.2, 0.5], 2.3),
        ...bed(3, 0.42, 5),
        solid(3, block(0.006, 0.994, 0.42, 1, 0.1), [0, 0.96], { bendM: 0.16, colour: "#6b705f" }),
    ],
});

/** Boxes: frame, bumper, cab, tipping body. */
const tipper: BoxedLook = {
    ...{ colour: white, rim: steel },
    cab: { solid: 0, windows: [0.47, 0.86] },
    fenders: allAround(4, dark),
    solids: [
        solid(2, [[0, -0.02, 0.03], [0, 0.44, 0.05], [0.09, 0.92, 0.1, 0.94], [0.2, 1, 0.1, 0.92], [1, 1, 0.08, 0.92], [1, 0.45, 0.05], [1, -0.02, 0.03]], [0, 1], {
            bendM: 0.05,
            panes: [
                pane("glass", "front", rect(-1, 0.92, 0.48, 0.87, 0.06), 0.35),
                pane("glass", "side", [[0.1, 0.48, 0.04], [0.18, 0.84, 0.05], [0.56, 0.84, 0.05], [0.56, 0.54, 0.06], [0.3, 0.48, 0.1]]),
                pane("grille", "front", rect(-1, 0.66, 0.06, 0.36)),
            ],
        }),
        solid(1, [[0, 0.1, 0.06], [0, 1, 0.02], [1, 1], [1, 0.5], [0.6, 0.1]], [0, 0.96], {
            bendM: 0.06,
            panes: [...lampRow([0.42, 0.72], [0.64, 0.92]), pane("trim", "front", rect(-1, 1, -0.5, 0.24, 0))],
        }),
        black(0, block(0.03, 1, 0.5, 1), [0, 0.85]),
        black(0, block(0.46, 0.56, 0.05, 0.9, 0.12), [1.1, 2.2]),
        tailBar(3, [0.985, 1], [-0.34, -0.12], 0.93),
        ...bed(3, 1, 7),
        solid(3, [[0.03, 0.98], [0.25, 1.12, 1, 0.6], [0.5, 1.06, 0.5, 0.7], [0.75, 1.13, 1, 0.6], [0.97, 0.98]], [0, 0.9], { colour: "#7b6c52" }),
    ],
};

/** Boxes: frame, bumper, cab with what is ahead of it, bed. A bonnet with wings beside it. */
const kraz: BoxedLook = {
    ...{ colour: white, rim: steel },
    cab: { solid: 0, windows: [0.55, 0.87] },
    fenders: [{ axle: 0, fromRad: 0.3, toRad: 2.75 }, ...allAround(3, dark).slice(1)],
    solids: [
        solid(2, [[0.52, -0.06, 0.02], [0.52, 0.55, 0.03], [0.56, 0.95, 0.06, 0.95], [0.6, 1, 0.06, 0.92], [0.98, 1, 0.08, 0.92], [1, 0.9, 0.06, 0.95], [1, -0.06, 0.02]], [0, 0.9], {
            bendM: 0.04,
            panes: [
                pane("glass", "front", rect(0.03, 0.88, 0.6, 0.9, 0.05), 1.7),
                pane("glass", "side", rect(0.6, 0.9, 0.56, 0.88, 0.06)),
            ],
        }),
        solid(2, [[0.02, -0.2, 0.03], [0, 0.38, 0.1, 0.9], [0.08, 0.48, 0.12, 0.9], [0.523, 0.555], [0.523, -0.2]], [0, 0.5], {
            bendM: 0.08,
            panes: [
                pane("grille", "front", rect(-1, 0.7, 0, 0.36, 0.06), 0.3),
                pane("grille", "side", rect(0.16, 0.42, 0.12, 0.34, 0.03)),
            ],
        }),
        black(1, block(0, 0.4, 0.3, 0.62, 0.03)),
        solid(1, block(0, 0.36, 0.62, 1, 0.06), [0.5, 0.78], { bendM: 0.03, panes: lampRow([0.66, 0.96], [0.69, 0.95]) }),
        black(0, block(0.03, 1, 0.4, 0.95), [0, 0.85]),
        black(0, block(0.24, 0.34, 0.1, 0.85, 0.12), [1.1, 2.3]),
        tailBar(0, [0.986, 1], [0.25, 0.5], 2.3),
        ...bed(3, 0.62, 6),
        solid(3, block(0.006, 0.994, 0.62, 1, 0.1), [0, 0.96], { bendM: 0.16, colour: "#6b705f" }),
    ],
};

/** Boxes: frame; bonnet and cab. American: a long bonnet, a cab to sleep in, a fifth wheel. */
const tractorUnit: BoxedLook = {
    ...{ colour: white, rim: steel },
    cab: { solid: 0, windows: [0.5, 0.78] },
    fenders: [{ axle: 0, fromRad: 0.25, toRad: 2.8 }],
    solids: [
        solid(1, [[0.42, 0.14, 0.02], [0.42, 0.54, 0.03], [0.48, 0.8, 0.08, 0.97], [0.6, 1, 0.14, 0.88], [0.95, 1, 0.12, 0.88], [1, 0.92, 0.08, 0.95], [1, 0.14, 0.03]], [0, 0.92], {
            bendM: 0.06,
            panes: [
                pane("glass", "front", rect(0.03, 0.9, 0.57, 0.78, 0.05), 1.78),
                pane("glass", "side", [[0.47, 0.52, 0.04], [0.51, 0.77, 0.05], [0.66, 0.77, 0.05], [0.66, 0.52, 0.04]]),
            ],
        }),
        solid(1, [[0.02, 0.08, 0.03], [0, 0.34, 0.1, 0.86], [0.06, 0.44, 0.14, 0.86], [0.423, 0.545], [0.423, 0.08]], [0, 0.56], {
            bendM: 0.1,
            panes: [
                pane("grille", "front", rect(-1, 0.74, 0.1, 0.38, 0.08), 0.3),
                pane("grille", "side", rect(0.34, 0.39, 0.26, 0.46, 0.02)),
            ],
        }),
        solid(1, block(0, 0.05, 0, 0.13, 0.03), [0, 0.98], { bendM: 0.04, colour: "#b6babd" }),
        solid(1, block(0.02, 0.12, 0.13, 0.27, 0.05), [0.56, 0.9], { bendM: 0.04, panes: lampRow([0.15, 0.24], [0.66, 0.86]) }),
        solid(1, block(0.5, 0.92, 0.03, 0.2, 0.2), [0.5, 0.96], { bendM: 0.04, colour: "#b6babd" }),
        solid(1, block(0.965, 0.995, 0.2, 0.99), [0.8, 0.9], { bendM: 0.03, colour: "#b6babd" }),
        black(0, block(0.04, 1, 0.35, 1), [0, 0.85]),
        black(0, block(0.66, 0.79, 1, 1.12, 0.04), [0, 1.1]),
        tailBar(0, [0.985, 1], [0.4, 0.7], 2.3),
    ],
};

/** Boxes: the goods, axles and frame. Its side guards end ahead of the wheels, at that share of the length. */
const semitrailer = (axles: number, guardTo: number): BoxedLook => ({
    ...{ colour: white, rim: steel, isTrailer: true, supportAxle: 0 },
    fenders: allAround(axles + 1, dark).slice(1),
    solids: [
        solid(0, block(0, 1, 0, 1, 0.03), [0, 1], { bendM: 0.03, panes: [pane("trim", "side", rect(-1, 2, -0.1, 0.035, 0))] }),
        black(0, block(0.9994, 1.0004, 0.03, 0.97), [0, 0.008]),
        ...[0.12, 0.34, 0.66, 0.88].map((v) => solid(0, block(0.999, 1.0008, v - 0.008, v + 0.008), [0.3, 0.97], { colour: grey })),
        black(0, block(0.02, 0.99, -0.12, 0), [0.3, 0.42]),
        black(0, block(0.1, 0.2, -0.04, 0), [0, 0.6]),
        black(1, block(0, 0.76, 0.35, 0.8), [0, 0.44]),
        tailBar(0, [0.9975, 1.0025], [-0.26, -0.18], 0.98),
        black(0, block(0.985, 1, -0.26, 0), [0.34, 0.42]),
        solid(0, block(0.36, guardTo, -0.26, -0.21), [0.94, 0.97], { colour: grey }),
        solid(0, block(0.36, guardTo, -0.15, -0.1), [0.94, 0.97], { colour: grey }),
        ...[0.36, (0.36 + guardTo) / 2, guardTo - 0.007].map((u) => solid(0, block(u, u + 0.007, -0.26, 0), [0.9, 0.97], { colour: grey })),
        solid(0, block(0.222, 0.231, -0.2, 0), [0.55, 0.68], { colour: grey }),
    ],
});

/** Boxes: the drawbar, the body. */
const caravan: BoxedLook = {
    ...{ colour: white, rim: steel, isTrailer: true, supportAxle: 0 },
    solids: [
        solid(1, [[0.02, 0, 0.1], [0, 0.3, 0.3], [0.05, 0.78, 0.4], [0.13, 1, 0.3], [0.9, 1, 0.3], [1, 0.82, 0.3], [1, 0.2, 0.2], [0.97, 0, 0.1]], [0, 1], {
            bendM: 0.05,
            panes: [
                pane("glass", "front", rect(-1, 0.78, 0.46, 0.76, 0.08), 0.4),
                pane("glass", "side", rect(0.13, 0.31, 0.5, 0.8, 0.08)),
                pane("glass", "side", rect(0.66, 0.86, 0.5, 0.8, 0.08)),
                pane("glass", "rear", rect(-1, 0.6, 0.48, 0.74, 0.08), 0.3),
                pane("tail", "rear", rect(0.72, 0.94, 0.12, 0.24, 0.03), 0.3),
                pane("reverse", "rear", rect(0.6, 0.7, 0.12, 0.24, 0.03), 0.3),
            ],
        }),
        black(1, block(0.02, 0.985, 0.35, 0.375), [0.99, 1.002]),
        black(1, block(0.02, 0.985, 0.31, 0.32), [0.99, 1.002]),
        ...[0.36, 0.45].map((u) => black(1, block(u, u + 0.0016, 0.04, 0.88), [0.99, 1.002])),
        black(1, block(0.36, 0.4516, 0.878, 0.882), [0.99, 1.002]),
        black(0, [[0, 0.5, 0, 0.2], [0, 1, 0, 0.2], [1.3, 1, 0, 2.6], [1.3, 0.2, 0, 2.6]], [0, 1]),
    ],
};

type Ends = { readonly nose: boolean; readonly tail: boolean; readonly windows: number };

/** A body of glass down to the waist; `joint`: how far it is behind, or ahead of, the box. */
function busSolids({ nose, tail, windows }: Ends, joint: Across | null): Solid[] {
    const glass = [0.37, 0.83] as const;
    const sides = windowRow(nose ? 0.022 : 0.012, tail ? 0.982 : 0.988, glass, windows, 0.008);
    const front: SolidCorner[] = nose
        ? [[0.006, 0, 0.06], [0, 0.12, 0.1], [0, 0.34, 0.1], [0.012, 0.88, 0.2], [0.03, 1, 0.15, 0.97]]
        : [[0, 0, 0.04], [0, 0.34, 0.03], [0, 0.86, 0.03], [0, 1, 0.05, 0.97]];
    const rear: SolidCorner[] = tail
        ? [[0.985, 1, 0.15, 0.97], [1, 0.86, 0.15], [1, 0.1, 0.1], [0.994, 0.02, 0.05]]
        : [[1, 1, 0.05, 0.97], [1, 0.86, 0.03], [1, 0.1, 0.03], [1, 0, 0.04]];
    const panes = [
        ...sides,
        ...(nose
            ? [
                  pane("glass", "front", rect(-1, 0.94, 0.3, 0.84, 0.08), 0.24),
                  pane("trim", "front", rect(-1, 0.8, 0.86, 0.95, 0.03), 0.4),
                  pane("lamp", "front", rect(0.62, 0.9, 0.1, 0.17, 0.05), 0.3),
                  pane("grille", "front", rect(-1, 0.5, 0.04, 0.1), 0.3),
              ]
            : []),
        ...(tail
            ? [
                  pane("glass", "rear", rect(-1, 0.82, 0.46, 0.82, 0.08), 0.24),
                  pane("tail", "rear", rect(0.84, 0.96, 0.14, 0.36, 0.03), 0.24),
                  pane("reverse", "rear", rect(0.7, 0.8, 0.14, 0.19, 0.02), 0.24),
                  pane("grille", "rear", rect(-1, 0.6, 0.12, 0.32, 0.03), 0.24),
              ]
            : []),
        pane("trim", "side", rect(-1, 2, -0.1, 0.03, 0)),
    ];
    return [
        solid(null, [...front, ...rear], [0, 1], { bendM: 0.05, panes }),
        ...(joint ? [black(null, block(...joint, 0.05, 0.97, 0.03), [0, 0.95])] : []),
        ...(joint ? [0.2, 0.5, 0.8].map((at) => {
            const u = joint[0] + (joint[1] - joint[0]) * at;
            return black(null, block(u - 0.006, u + 0.006, 0.02, 0.99, 0.02), [0, 0.98]);
        }) : []),
    ];
}

const bus = (ends: Ends, joint: Across | null = null): BoxedLook => ({
    ...{ colour: white, rim: steel, solids: busSolids(ends, joint) },
    ...(ends.nose && { cab: { solid: 0, windows: [0.37, 0.84] as const } }),
});

/** Boxes: bonnet, cab, gearbox, linkage. */
const farmTractor: BoxedLook = {
    ...{ colour: white, rim: { spokes: 8, colour: "#c9a62c" } },
    cab: { solid: 0, windows: [0.14, 0.88] },
    fenders: [
        { axle: 0, fromRad: 0.9, toRad: 2.5, colour: dark },
        { axle: 1, fromRad: 0.25, toRad: 2.6 },
    ],
    solids: [
        solid(1, [[0.04, 0.42, 0.03], [0.02, 0.5, 0.03], [0.06, 0.93, 0.04, 0.93], [0.95, 0.93, 0.04, 0.93], [1, 0.5, 0.03], [0.96, 0.42, 0.03]], [0, 0.96], {
            bendM: 0.03,
            panes: [
                pane("glass", "front", rect(-1, 0.88, 0.45, 0.9, 0.06), 0.2),
                pane("glass", "rear", rect(-1, 0.88, 0.46, 0.9, 0.06), 0.2),
                pane("glass", "side", rect(0.08, 0.5, 0.46, 0.9, 0.06)),
                pane("glass", "side", rect(0.54, 0.92, 0.46, 0.9, 0.06)),
            ],
        }),
        solid(1, block(-0.05, 1, 0.92, 1, 0.06), [0, 1], { bendM: 0.08 }),
        solid(1, block(0, 0.95, 0, 0.46, 0.04), [0, 0.66], { panes: [pane("glass", "side", rect(0.03, 0.2, 0.08, 0.46, 0.02))] }),
        tailBar(1, [0.94, 1], [0.44, 0.5], 1.35),
        solid(0, [[0.02, 0.24, 0.08, 0.8], [0, 0.6, 0.16, 0.8], [0.05, 0.86, 0.2, 0.8], [0.4, 0.96, 0.2], [1, 1.02, 0.05], [1, 0.24, 0.03]], [0, 0.92], {
            bendM: 0.1,
            panes: [
                pane("lamp", "front", rect(0.4, 0.76, 0.66, 0.78), 0.3),
                pane("grille", "front", rect(-1, 0.7, 0.3, 0.6, 0.06), 0.3),
                pane("trim", "side", rect(0.1, 0.55, 0.34, 0.64, 0.06)),
            ],
        }),
        black(0, block(0.06, 1.1, -0.1, 0.3, 0.05), [0, 0.66]),
        black(0, block(0, 0.1, -0.02, 0.22, 0.05), [0, 0.8]),
        black(0, block(0.66, 0.7, 0.96, 1.72, 0.02), [0, 0.1]),
        black(0, block(0.35, 0.45, -0.06, 0.16, 0.03), [0, 1.5]),
        black(2, block(0, 1, 0, 1, 0.1)),
        black(2, block(0.5, 0.72, 0.5, 0.85, 0.1), [0, 1.5]),
        black(3, block(0, 1, 0.12, 0.22, 0.02), [0.5, 0.7]),
        black(3, block(0, 0.9, 0.75, 0.83, 0.02), [0, 0.08]),
    ],
};

/** Boxes: hull, front wing, side pods, rear wing. */
const formulaCar: BoxedLook = {
    ...{ colour: "#ff7a12", rim: { spokes: 10, colour: "#26282b" }, armsM: 0.014 },
    solids: [
        solid(0, [
            [-0.155, 0.1, 0.02, 0.22], [-0.155, 0.24, 0.04, 0.22], [0.08, 0.62, 0.3, 0.6], [0.3, 0.82, 0.1, 0.9], [0.35, 0.84, 0.02],
            [0.36, 0.56, 0.02], [0.52, 0.56, 0.02], [0.535, 0.9, 0.04, 0.8], [0.56, 1.3, 0.05, 0.4], [0.64, 1.34, 0.15, 0.36],
            [0.93, 0.72, 0.3, 0.3], [0.99, 0.5, 0.05, 0.4], [0.99, 0.18, 0.04, 0.5], [0.9, 0, 0.05], [0.5, 0], [0.3, 0], [0.12, 0.02, 0.1, 0.95], [0, 0.06, 0.1, 0.7],
        ], [0, 1], { bendM: 0.05 }),
        black(2, block(-0.64, 0.88, 0, 0.06), [0, 0.98]),
        solid(2, [[0, 0.15, 0.06, 0.9], [0, 0.95, 0.08, 0.86], [0.12, 1, 0.12], [0.6, 0.85, 0.4, 0.85], [1, 0.35, 0.1, 0.55], [1, 0.08, 0.04, 0.6], [0.05, 0.08, 0.03]], [0.3, 1], {
            bendM: 0.06,
            panes: [pane("grille", "front", rect(0.54, 0.82, 0.25, 0.82, 0.04), 0.2)],
        }),
        solid(1, block(0.15, 0.8, 0.08, 0.2), [0, 0.98]),
        black(1, [[0.5, 0.3], [0.52, 0.36], [0.88, 0.72], [0.88, 0.64]], [0.2, 0.98]),
        solid(1, block(0.02, 0.88, 0, 1, 0.05), [0.98, 1]),
        solid(1, [[0.2, 0.15], [0.3, 0.75], [0.9, 1.4], [0.8, 0.15]], [0.06, 0.09]),
        solid(3, [[0, 0.6], [0.05, 0.68], [0.7, 0.84], [0.7, 0.78]], [0, 0.98]),
        black(3, [[0.6, 0.82], [0.62, 0.88], [1, 1], [1, 0.93]], [0, 0.98]),
        solid(3, block(-0.1, 1, -0.2, 1, 0.06), [0.97, 1]),
        black(3, block(0.1, 0.5, -0.8, 0.66), [0.1, 0.13]),
        black(0, block(0.985, 1, 0.24, 0.46), [0, 0.18], [pane("tail", "rear", rect(-1, 0.85, 0.26, 0.44, 0.01))]),
    ],
};

/** Boxes: nose and the panel before the wheel, frame, seat, what is beside it. */
const kart: BoxedLook = {
    ...{ colour: "#d8a018", rim: { spokes: 6 }, armsM: 0.016 },
    solids: [
        solid(0, [[0.1, 0.02, 0.02, 0.95], [0, 0.16, 0.05], [0.3, 0.42, 0.1], [1, 0.36, 0.02, 0.9], [1, 0.02, 0.02, 0.9]], [0, 1], { bendM: 0.05 }),
        solid(0, [[0.95, 0.3], [1.5, 1, 0.03, 0.8], [1.62, 1, 0.02, 0.8], [1.2, 0.3]], [0, 0.3], { bendM: 0.02 }),
        black(1, block(0.02, 0.62, 0.04, 0.1), [0, 0.9]),
        black(1, block(-0.1, 1.05, 0.06, 0.22, 0.02), [0.84, 0.96]),
        solid(3, [[0, 0.1, 0.04, 0.9], [0, 0.7, 0.05, 0.9], [0.2, 1, 0.1], [1, 0.8, 0.06], [1, 0.1, 0.04]], [0.62, 1], { bendM: 0.05 }),
        black(2, [[-0.1, 0.02], [-0.1, 0.12, 0.04], [0.5, 0.16, 0.1], [0.72, 0.72, 0.06, 0.85], [0.92, 0.74, 0.04, 0.85], [0.8, 0.02, 0.05]], [0, 0.9]),
        black(1, block(1.06, 1.105, 0.3, 0.85, 0.02), [0, 1.8]),
        black(1, block(0.95, 1.08, 0.4, 0.6), [0.84, 0.96]),
    ],
};

/** Length, width and height, by which it is known where its name is not. */
const sized = (sizeM: readonly [number, number, number], look: BoxedLook): BoxedLook => ({ ...look, sizeM });

export const boxedLooks: Readonly<Record<string, BoxedLook>> = {
    "articulated-bus-front": sized([10, 2.55, 3.12], bus({ nose: true, tail: false, windows: 6 }, [1, 1.04])),
    "articulated-bus-rear": sized([7.9, 2.55, 3.12], { ...bus({ nose: false, tail: true, windows: 5 }, [-0.14, 0]), isTrailer: true, supportAxle: 0 }),
    "caravan-1200": sized([5.3, 2.2, 2.6], caravan),
    "farm-tractor-250hp": sized([5.1, 2.65, 3.15], farmTractor),
    "formula-car-2014": sized([5, 1.8, 0.95], formulaCar),
    "go-kart-125": sized([1.8, 1.38, 0.88], kart),
    "kraz-6x4": sized([8.3, 2.5, 3], kraz),
    "man-kat1-6x6": sized([8.3, 2.5, 2.86], kat(3, [0.3, 0.4])),
    "man-kat1-8x8": sized([10.2, 2.5, 2.86], kat(4, [0.42, 0.52])),
    "man-tgs-8x4": sized([8.7, 2.5, 3.15], tipper),
    "mercedes-citaro": sized([12.17, 2.55, 3.12], bus({ nose: true, tail: true, windows: 8 })),
    "semitrailer-2-axle": sized([15.9, 2.5, 4], semitrailer(2, 0.68)),
    "semitrailer-3-axle": sized([13.6, 2.55, 4], semitrailer(3, 0.54)),
    "tractor-6x4": sized([8, 2.49, 3.2], tractorUnit),
};
