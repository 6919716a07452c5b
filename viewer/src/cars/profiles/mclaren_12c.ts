import type { Profile } from "../profile";

/** The cabin sits far ahead, the nose is a wedge, the engine breathes through the flanks. */
export const mclaren12c: Profile = {
    kind: "sports",
    sizeM: [4.507, 1.908, 1.199],
    colour: "#ff7a12",
    lower: [
        [0.2, 0.11, 0.05], [0.01, 0.17, 0.06], [0, 0.36, 0.14], [0.3, 0.58, 0.25], [0.85, 0.8, 0.4],
        [1.5, 0.81], [2.4, 0.82], [3.2, 0.89], [3.8, 0.93], [4.42, 0.88, 0.08], [4.5, 0.72, 0.06],
        [4.44, 0.4, 0.1], [4.2, 0.16, 0.08],
    ],
    cabin: [
        [0.9, 0.6, 0.05], [1.2, 0.76, 0.1], [2.1, 1.15, 0.45], [2.52, 1.23], [3.05, 1.14, 0.4],
        [3.8, 0.94, 0.3], [4.25, 0.8, 0.1], [3.9, 0.6, 0.05],
    ],
    plan: [
        [0, 0], [0, 0.7, 0.3], [0.35, 0.92, 0.35], [1.1, 0.955], [2.2, 0.9], [3.5, 0.96],
        [4.1, 0.94],
        [4.5, 0.78, 0.16], [4.5, 0],
    ],
    cabinPlan: [
        [0.95, 0], [1, 0.52], [1.6, 0.74], [2.4, 0.765], [3.1, 0.66], [4.2, 0.45], [4.25, 0],
    ],
    widestM: 0.5, sillInM: 0.06, waistInM: 0.1, waistM: 0.82, tumblehome: 0.5,
    noseBowM: 0.3, tailBowM: 0.1, crownM: 0.03,
    shoulderM: 0.112, roofEdgeM: 0.12, filletM: 0.042,
    flareM: [0.02, 0.025],
    windscreen: [[1.2, 0.76], [2.12, 1.13]],
    rearWindow: [[3.7, 0.95], [3.2, 1.08]],
    frameM: 0.05,
    sideGlass: {
        from: [[1.5, 0.8], [2.0, 1.15]],
        to: [[3.02, 0.8], [2.62, 1.15]],
        sillM: [0.835, 0.87],
        posts: [],
    },
    sillTrimM: 0.19,
    archTrimM: 0,
    patches: [
        {
            material: "lamp", view: "front", depthM: 0.9,
            outline: [[0.62, 0.5, 0.04], [0.66, 0.66, 0.08], [0.86, 0.72, 0.03],
                [0.86, 0.52, 0.05]],
        },
        {
            material: "grille", view: "front", depthM: 0.5,
            outline: [[0.46, 0.18, 0.03], [0.56, 0.4, 0.05], [0.88, 0.44, 0.06], [0.88, 0.2, 0.05]],
        },
        {
            material: "grille", view: "front", depthM: 0.3,
            outline: [[-1, 0.2, 0], [0.4, 0.2, 0.03], [0.36, 0.28, 0.03], [-1, 0.28, 0]],
        },
        {
            material: "grille", view: "side", depthM: 0.55,
            outline: [[2.42, 0.4, 0.06], [2.96, 0.8, 0.08], [3.2, 0.84, 0.05], [3.06, 0.5, 0.1]],
        },
        {
            material: "tail", view: "rear", depthM: 0.14,
            outline: [[0.46, 0.74, 0.02], [0.46, 0.775, 0.02], [0.86, 0.79, 0.02],
                [0.86, 0.71, 0.03]],
        },
        {
            material: "reverse", view: "rear", depthM: 0.2,
            outline: [[-1, 0.36, 0], [0.1, 0.36, 0.02], [0.1, 0.31, 0.02], [-1, 0.31, 0]],
        },
        {
            material: "grille", view: "rear", depthM: 0.2,
            outline: [[-1, 0.68, 0], [0.84, 0.68, 0.04], [0.8, 0.5, 0.06], [-1, 0.5, 0]],
        },
        {
            material: "trim", view: "rear", depthM: 0.5,
            outline: [[-1, 0.3, 0], [0.7, 0.34, 0.04], [0.72, 0.15, 0.04], [-1, 0.15, 0]],
        },
    ],
    lines: [[[1.62, 0.22], [1.56, 0.5], [1.66, 0.82]], [[2.4, 0.3], [2.9, 0.82]]],
    tailLines: [],
    exhausts: [[0.12, 0.42]],
    platesM: [0.36, 0.58],
    mirror: [1.72, 0.86],
    eyeM: [2.25, 0.38, 0.97],
    rim: { spokes: 10, colour: "#5a5e64" },
};
