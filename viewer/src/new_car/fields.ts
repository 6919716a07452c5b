/** The figures that the form asks for, by the names of `kamm new`. */
export interface Field {
    readonly fact: string;
    readonly label: string;
    /** Unit of a plain number; the field also takes others: 200PS. */
    readonly unit?: string;
    readonly example?: string;
    readonly isNeeded?: boolean;
    readonly isChoice?: boolean;
    /** Where the made file has what a rule gives instead. */
    readonly path?: readonly string[];
}

export const fields: readonly Field[] = [
    { fact: "name", label: "Name", example: "My car" },
    { fact: "body", label: "Class", isChoice: true },
    { fact: "mass", label: "Mass with driver", unit: "kg", example: "1450", isNeeded: true },
    { fact: "wheelbase", label: "Wheelbase", unit: "m", example: "2.65", isNeeded: true },
    { fact: "tyres", label: "Tyres", example: "225/45R17", isNeeded: true },
    { fact: "power", label: "Power", unit: "W", example: "147kW", isNeeded: true },
    { fact: "engine", label: "Engine", isChoice: true },
    { fact: "drive", label: "Driven axles", isChoice: true },
    { fact: "gearbox", label: "Gearbox", isChoice: true },
    { fact: "front_share", label: "Weight on the front axle", example: "60%" },
    { fact: "length", label: "Length", unit: "m", path: ["body", "length_m"] },
    { fact: "width", label: "Width without mirrors", unit: "m", path: ["body", "width_m"] },
    { fact: "height", label: "Height", unit: "m", path: ["body", "height_m"] },
    { fact: "drag_coefficient", label: "Drag coefficient", path: ["aero", "drag_coefficient"] },
];

export const choices = fields.filter(({ isChoice }) => isChoice).map(({ fact }) => fact);

/** Trailers are no cars that one drives. */
export const towed: readonly string[] = ["caravan", "trailer"];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** What the made file has at a field's path, for people; "": the field has none. */
export function valueIn(json: string, { path }: Field): string {
    if (!path) return "";
    let at: unknown = JSON.parse(json);
    for (const name of path) at = isObject(at) ? at[name] : undefined;
    return typeof at === "number" ? String(at) : "";
}

/** The facts that have been filled in; null: one that is needed is missing. */
export function factsOf(texts: ReadonlyMap<string, string>): Record<string, string> | null {
    const facts: Record<string, string> = {};
    for (const { fact, isNeeded } of fields) {
        const text = texts.get(fact)?.trim() ?? "";
        if (text) facts[fact] = text;
        else if (isNeeded) return null;
    }
    return facts;
}
