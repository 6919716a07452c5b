/** The page's colours, for canvases. */
export interface Tokens {
    readonly ink: string;
    readonly inkSoft: string;
    readonly line: string;
    readonly accent: string;
    readonly good: string;
    readonly bad: string;
    /** Of the wheels, by axle. */
    readonly axles: readonly (readonly [left: string, right: string])[];
    readonly font: string;
}

/** So many axles have colours of their own in style.css. */
const axleColours = 5;

let known: Tokens | undefined;

export function tokens(): Tokens {
    if (known) return known;
    const style = getComputedStyle(document.documentElement);
    const value = (name: string) => style.getPropertyValue(name).trim();
    known = {
        ink: value("--ink"),
        inkSoft: value("--ink-soft"),
        line: value("--line"),
        accent: value("--accent"),
        good: value("--good"),
        bad: value("--bad"),
        axles: Array.from({ length: axleColours }, (_, i) => [
            value(`--axle-${i + 1}-left`),
            value(`--axle-${i + 1}-right`),
        ]),
        font: style.fontFamily,
    };
    return known;
}
