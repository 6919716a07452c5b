import type { Profile } from "../profile";

/** JB74: two boxes with upright faces, round lamps, black wings, the spare wheel on its tail. */
export const suzukiJimny: Profile = {
    kind: "hatchback",
    sizeM: [3.48, 1.645, 1.725],
    colour: "#c8202c",
    lower: [
        [0.14, 0.34, 0.04], [0, 0.44, 0.03], [0, 0.64, 0.03], [0.1, 0.67, 0.03], [0.09, 1, 0.05],
        [0.2, 1.05, 0.06], [1.1, 1.09, 0.1], [2.2, 1.08], [3.2, 1.08, 0.05], [3.27, 1.02, 0.04],
        [3.28, 0.66, 0.03], [3.48, 0.63, 0.03], [3.48, 0.46, 0.03], [3.3, 0.34, 0.04],
    ],
    cabin: [
        [0.95, 0.8, 0.05], [1.12, 1.08, 0.05], [1.42, 1.65, 0.08], [1.8, 1.735, 0.3], [3.04, 1.725, 0.1],
        [3.23, 1.66, 0.05], [3.275, 1.06, 0.03], [3.15, 0.8, 0.05],
    ],
    plan: [
        [0, 0], [0, 0.72, 0.05], [0.2, 0.78, 0.06], [0.7, 0.82], [3, 0.82], [3.2, 0.79, 0.05], [3.48, 0.74, 0.05],
        [3.48, 0],
    ],
    cabinPlan: [[0.9, 0], [0.95, 0.69, 0.04], [1.3, 0.735], [3.1, 0.735], [3.27, 0.71, 0.04], [3.29, 0]],
    widestM: 0.8, sillInM: 0.06, waistInM: 0.03, waistM: 1.07, tumblehome: 0.09,
    noseBowM: 0.03, tailBowM: 0.02, crownM: 0.02,
    shoulderM: 0.045, roofEdgeM: 0.055, filletM: 0.016,
    flareM: [0.035, 0.035],
    windscreen: [[1.15, 1.12], [1.41, 1.62]],
    rearWindow: [[3.26, 1.2], [3.23, 1.6]],
    frameM: 0.06,
    sideGlass: {
        from: [[1.26, 1.06], [1.5, 1.66]],
        to: [[3.12, 1.06], [3.12, 1.66]],
        sillM: [1.1, 1.1],
        posts: [2.26],
        topM: 1.57,
    },
    sillTrimM: 0.46,
    archTrimM: 0.06,
    patches: [
        {
            material: "trim", view: "front", depthM: 0.2,
            outline: [[-1, 0.66, 0], [1, 0.66, 0], [1, 0.3, 0], [-1, 0.3, 0]],
        },
        {
            material: "lamp", view: "front", depthM: 0.3,
            outline: [[0.46, 0.75, 0.095], [0.46, 0.94, 0.095], [0.65, 0.94, 0.095], [0.65, 0.75, 0.095]],
        },
        {
            material: "grille", view: "front", depthM: 0.22,
            outline: [[-1, 0.93, 0], [0.71, 0.93, 0.03], [0.71, 0.76, 0.03], [-1, 0.76, 0]],
        },
        {
            material: "tail", view: "rear", depthM: 0.1,
            outline: [[0.5, 0.5, 0.01], [0.5, 0.6, 0.01], [0.7, 0.6, 0.01], [0.7, 0.5, 0.01]],
        },
        {
            material: "reverse", view: "rear", depthM: 0.1,
            outline: [[0.42, 0.5, 0.01], [0.42, 0.6, 0.01], [0.49, 0.6, 0.01], [0.49, 0.5, 0.01]],
        },
        {
            material: "trim", view: "rear", depthM: 0.18,
            outline: [[-1, 0.66, 0], [1, 0.66, 0], [1, 0.3, 0], [-1, 0.3, 0]],
        },
    ],
    lines: [[[1.2, 0.5], [1.2, 1.08]], [[2.2, 0.5], [2.26, 0.8], [2.26, 1.1]]],
    handles: [[2.1, 0.96]],
    tailLines: [[[0, 0.7], [0.66, 0.7], [0.66, 1.6]]],
    exhausts: [],
    platesM: [0.52, 0.55],
    mirror: [1.38, 1.1],
    eyeM: [1.92, 0.36, 1.42],
    rim: { spokes: 5, colour: "#3a3d40" },
    boxes: [
        { centreM: [3.37, 0, 0.98], halfM: [0.09, 0.33, 0.33], colour: "#131416", isRound: true },
        { centreM: [3.47, 0, 0.98], halfM: [0.008, 0.22, 0.22], colour: "#3a3d40", isRound: true },
    ],
};
