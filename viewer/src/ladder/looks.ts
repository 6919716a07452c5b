/** How the rungs look, wherever they are drawn: a colour each, and a dash, since colour is not the only sign. */
import { type Rung, rungs } from "kamm";
import { listenToTheme } from "../dials/tokens";

export interface Look {
    readonly name: string;
    /** Colour in lines and letters, by the theme. */
    readonly colour: string;
    readonly dash: readonly number[];
    readonly widthPx: number;
}

interface Fixed {
    readonly name: string;
    /** Colour of bodies, on which the sun shines in any theme. */
    readonly paint: string;
    readonly dash: readonly number[];
}

/** Apart for colour-blind eyes too: yellow, bluish green, sky blue, reddish purple, white. */
const chosen: Readonly<Partial<Record<Rung, Fixed>>> = {
    kinematic: { name: "kinematic", paint: "#f5d547", dash: [2, 3] },
    rigid2d: { name: "rigid2d", paint: "#2fc08a", dash: [5, 3] },
    single_track: { name: "single track", paint: "#4db2f5", dash: [9, 3, 2, 3] },
    double_track: { name: "double track", paint: "#f08ac8", dash: [12, 4] },
    full: { name: "full", paint: "#f4f6f8", dash: [] },
};

/** Look of a rung that has none of its own yet. */
const fixed = (rung: Rung): Fixed => chosen[rung] ?? { name: rung.replaceAll("_", " "), paint: "#9aa4b0", dash: [1, 2] };

export const nameOf = (rung: Rung) => fixed(rung).name;
export const paintOf = (rung: Rung) => fixed(rung).paint;

let known: Readonly<Record<Rung, Look>> | undefined;

/** Returns the looks of the present theme. */
export function looks(): Readonly<Record<Rung, Look>> {
    if (known) return known;
    const style = getComputedStyle(document.documentElement);
    const lookOf = (rung: Rung): Look => ({
        name: nameOf(rung),
        colour: style.getPropertyValue(`--rung-${rung}`).trim() || paintOf(rung),
        dash: fixed(rung).dash,
        widthPx: rung === "full" ? 2.4 : 1.7,
    });
    known = Object.fromEntries(rungs.map((rung) => [rung, lookOf(rung)])) as Record<Rung, Look>;
    return known;
}

/** Returns what stops the listening. */
export const listenToLooks = (changed: () => void): (() => void) =>
    listenToTheme(() => {
        known = undefined;
        changed();
    });
