/** The page's colours, for canvases. */
export interface Tokens {
    readonly ink: string;
    readonly inkSoft: string;
    /** Colour of the background. */
    readonly paper: string;
    readonly line: string;
    readonly accent: string;
    readonly good: string;
    readonly bad: string;
    /** Colours of the wheels by axle. */
    readonly axles: readonly (readonly [left: string, right: string])[];
    readonly font: string;
    /** What lies on the paper as lightly as that. */
    veil(percent: number): string;
}

/** So many axles have colours of their own in style.css. */
const axleColours = 5;

let known: Tokens | undefined;

export function tokens(): Tokens {
    if (known) return known;
    const style = getComputedStyle(document.documentElement);
    const value = (name: string) => style.getPropertyValue(name).trim();
    const veil = value("--veil");
    known = {
        ink: value("--ink"),
        inkSoft: value("--ink-soft"),
        paper: value("--paper-solid"),
        line: value("--line"),
        accent: value("--accent"),
        good: value("--good"),
        bad: value("--bad"),
        axles: Array.from({ length: axleColours }, (_, i) => [
            value(`--axle-${i + 1}-left`),
            value(`--axle-${i + 1}-right`),
        ]),
        font: style.fontFamily,
        veil: (percent) => `rgb(${veil} / ${percent}%)`,
    };
    return known;
}

/** The system goes from dark to bright or back: colours are others. Returns what stops the listening. */
export function listenToTheme(changed: () => void): () => void {
    const bright = matchMedia("(prefers-color-scheme: light)");
    const change = () => {
        known = undefined;
        changed();
    };
    bright.addEventListener("change", change);
    return () => bright.removeEventListener("change", change);
}
