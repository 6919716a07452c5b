/**
 * Ramps and tables: ground that stands on other ground, with edges that a grid of 1 m would round
 * off.
 *
 * They are found where the topmost ground and the lowest differ, and cut out in cells of 0.1 m.
 */
import type { World } from "kamm";
import type { Survey } from "./survey";

export interface Raised {
    /**
     * Corners of what is driven on, and of the walls around it; three numbers each, triangles in
     * order.
     */
    readonly top: Float32Array;
    readonly sides: Float32Array;
}

interface Rectangle {
    x0: number;
    y0: number;
    x1: number;
    y1: number;
}

const searchM = 4;
const cellM = 0.1;
const minHeightM = 0.004;
const lowest = -1e5;

/** What is raised. The survey has the ground below it afterwards. */
export function takeRaised(world: World, survey: Survey): Raised {
    const top: number[] = [];
    const sides: number[] = [];
    for (const place of joined(raisedPlaces(world, survey))) {
        const west = Math.max(survey.fromX, place.x0 - searchM);
        const south = Math.max(survey.fromY, place.y0 - searchM);
        const columns = Math.round((place.x1 + searchM - west) / cellM);
        const rows = Math.round((place.y1 + searchM - south) / cellM);
        const heights = world.sample(
            [west + cellM / 2, south + cellM / 2],
            cellM,
            columns,
            rows,
        ).heightsM;
        lower(world, survey, place);
        const patch = createPatch(world, heights, columns, rows, west, south, survey);
        addPatch(patch, top, sides);
    }
    return { top: Float32Array.from(top), sides: Float32Array.from(sides) };
}

function raisedPlaces(world: World, survey: Survey): Rectangle[] {
    const places: Rectangle[] = [];
    for (let y = survey.fromY; y <= survey.fromY + survey.depthM; y += searchM)
        for (let x = survey.fromX; x <= survey.fromX + survey.widthM; x += searchM)
            if (survey.heightAt(x, y) - world.groundAt(x, y, lowest).heightM > 10 * minHeightM)
                places.push({ x0: x - searchM, y0: y - searchM, x1: x + searchM, y1: y + searchM });
    return places;
}

/** Rectangles that touch become one. */
export function joined(places: Rectangle[]): Rectangle[] {
    const result: Rectangle[] = [];
    for (const place of places) {
        const whole = { ...place };
        for (let i = result.length - 1; i >= 0; --i) {
            const other = result[i]!;
            const apart =
                other.x0 > whole.x1 ||
                other.x1 < whole.x0 ||
                other.y0 > whole.y1 ||
                other.y1 < whole.y0;
            if (apart) continue;
            whole.x0 = Math.min(whole.x0, other.x0);
            whole.y0 = Math.min(whole.y0, other.y0);
            whole.x1 = Math.max(whole.x1, other.x1);
            whole.y1 = Math.max(whole.y1, other.y1);
            result.splice(i, 1);
        }
        result.push(whole);
    }
    return result;
}

function lower(world: World, survey: Survey, place: Rectangle) {
    const first = (value: number, from: number) => Math.max(0, Math.floor(value - searchM - from));
    for (let j = first(place.y0, survey.fromY); j <= place.y1 + searchM - survey.fromY; ++j)
        for (let i = first(place.x0, survey.fromX); i <= place.x1 + searchM - survey.fromX; ++i) {
            if (i >= survey.columns || j >= survey.rows) continue;
            const ground = world.groundAt(survey.fromX + i, survey.fromY + j, lowest);
            survey.heightsM[j * survey.columns + i] = ground.heightM;
        }
}

interface Patch {
    columns: number;
    rows: number;
    isRaised(i: number, j: number): boolean;
    /** A corner of the cell (i, j): the next one to the east if `east`, north if `north`. */
    corner(i: number, j: number, east: 0 | 1, north: 0 | 1): [number, number, number];
    groundBelow(x: number, y: number): number;
}

function createPatch(
    world: World,
    heights: Float32Array,
    columns: number,
    rows: number,
    west: number,
    south: number,
    survey: Survey,
): Patch {
    const x = (i: number) => west + i * cellM;
    const y = (j: number) => south + j * cellM;
    const raised = heights.map((height, at) => {
        const [px, py] = [x((at % columns) + 0.5), y(Math.floor(at / columns) + 0.5)];
        // The survey is quick to ask, but knows nothing of bumps shorter than 2 m.
        if (height - survey.heightAt(px, py) < 0.5 * minHeightM) return 0;
        return height - world.groundAt(px, py, lowest).heightM > minHeightM ? 1 : 0;
    });
    const isRaised = (i: number, j: number) =>
        i >= 0 && j >= 0 && i < columns && j < rows && raised[j * columns + i] === 1;
    // Half of the rise to the neighbour ahead, or of that from the one behind at a border.
    const halfRise = (i: number, j: number, dx: number, dy: number) => {
        const here = heights[j * columns + i]!;
        if (isRaised(i + dx, j + dy)) return 0.5 * (heights[(j + dy) * columns + i + dx]! - here);
        if (isRaised(i - dx, j - dy)) return 0.5 * (here - heights[(j - dy) * columns + i - dx]!);
        return 0;
    };
    return {
        columns,
        rows,
        isRaised,
        corner: (i, j, east, north) => [
            x(i + east),
            y(j + north),
            heights[j * columns + i]! +
                halfRise(i, j, 2 * east - 1, 0) +
                halfRise(i, j, 0, 2 * north - 1),
        ],
        groundBelow: (px, py) => survey.heightAt(px, py),
    };
}

/** Rows of cells as long as they are straight: ramps are. */
function addPatch(patch: Patch, top: number[], sides: number[]) {
    for (let i = 0; i < patch.columns; ++i)
        for (let j = 0, from = -1; j <= patch.rows; ++j) {
            const raised = patch.isRaised(i, j);
            if (raised && from < 0) from = j;
            if (from >= 0 && (!raised || bends(patch, i, from, j))) {
                addStrip(patch, i, from, j - 1, top);
                from = raised ? j : -1;
            }
            if (raised) addSides(patch, i, j, sides);
        }
}

function bends(patch: Patch, i: number, from: number, to: number): boolean {
    const rise = patch.corner(i, to, 0, 0)[2] - patch.corner(i, from, 0, 0)[2];
    return to - from > 1 && Math.abs(rise) > 0.002;
}

function addStrip(patch: Patch, i: number, from: number, to: number, top: number[]) {
    const [a, b] = [patch.corner(i, from, 0, 0), patch.corner(i, from, 1, 0)];
    const [c, d] = [patch.corner(i, to, 1, 1), patch.corner(i, to, 0, 1)];
    top.push(...a, ...b, ...c, ...a, ...c, ...d);
}

function addSides(patch: Patch, i: number, j: number, sides: number[]) {
    const wall = (a: [number, number, number], b: [number, number, number]) => {
        const foot = ([x, y]: [number, number, number]) => [x, y, patch.groundBelow(x, y) - 0.02];
        sides.push(...a, ...foot(a), ...foot(b), ...a, ...foot(b), ...b);
    };
    const at = (east: 0 | 1, north: 0 | 1) => patch.corner(i, j, east, north);
    if (!patch.isRaised(i - 1, j)) wall(at(0, 1), at(0, 0));
    if (!patch.isRaised(i + 1, j)) wall(at(1, 0), at(1, 1));
    if (!patch.isRaised(i, j - 1)) wall(at(0, 0), at(1, 0));
    if (!patch.isRaised(i, j + 1)) wall(at(1, 1), at(0, 1));
}
