/** The page's colours, for canvases. */
export interface Tokens {
    readonly ink: string;
    readonly inkSoft: string;
    readonly line: string;
    readonly accent: string;
    readonly good: string;
    readonly bad: string;
    /** By wheel; more than four begin anew. */
    readonly wheels: readonly string[];
    readonly font: string;
}

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
        wheels: ["--front-left", "--front-right", "--rear-left", "--rear-right"].map(value),
        font: style.fontFamily,
    };
    return known;
}

export const wheelColour = (wheel: number) => tokens().wheels[wheel % 4]!;
