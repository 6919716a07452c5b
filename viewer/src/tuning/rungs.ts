/** The ladder of models in a line each. */
import { type Rung, rungs as rungNames } from "kamm";

export { rungNames };

/** A rung without one is called by its name. */
const titles: Readonly<Partial<Record<Rung, string>>> = {
    kinematic: "Wheels without slip: parking, planning, traffic by the million",
    rigid2d: "A body that slides on four wheels, seen from above",
    single_track: "Engine, gears and a slip angle for each axle",
    double_track: "Four wheels with load transfer; the body rolls, pitches and jumps",
    full: "Six degrees of freedom, springs, tyres, driveline",
};

export const rungTitles = Object.fromEntries(rungNames.map((rung) => [rung, titles[rung] ?? words(rung)])) as Readonly<
    Record<Rung, string>
>;

/** "dry_asphalt" as people read it: "Dry asphalt". */
export function words(name: string): string {
    const text = name.replaceAll("_", " ");
    return text.charAt(0).toUpperCase() + text.slice(1);
}
