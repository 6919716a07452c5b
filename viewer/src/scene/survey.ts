/**
 * What the ground is like, measured once: heights on a grid of 1 m, surfaces on one of 0.5 m.
 *
 * A look at every point would take a second, so the whole is looked at every 2 m, and closely only
 * where surfaces meet or a road is uneven.
 */
import type { World } from "kamm";
import { isHard } from "../surfaces";

export interface Survey {
    /**
     * South-west corner, and size. Beyond, the ground goes on level at the border's height, as in
     * Kamm.
     */
    readonly fromX: number;
    readonly fromY: number;
    readonly widthM: number;
    readonly depthM: number;
    /** Every 1 m, the corners included. */
    readonly columns: number;
    readonly rows: number;
    readonly heightsM: Float32Array;
    /** Cells of 0.5 m, row by row from the south: an index of the world's surfaces. */
    readonly surfaceColumns: number;
    readonly surfaceRows: number;
    readonly surfaces: Uint8Array;
    heightAt(x: number, y: number): number;
    surfaceAt(x: number, y: number): number;
}

const coarseM = 2;
const tileM = 8;
const perTile = tileM / coarseM;
const unevenM = 0.004;
const maxExtentM = 1600; // of infinite worlds this much around the origin is drawn

type Heights = Pick<Survey, "columns" | "rows" | "heightsM">;
type Surfaces = Pick<Survey, "surfaceColumns" | "surfaceRows" | "surfaces">;
type Place = Pick<Survey, "fromX" | "fromY" | "widthM" | "depthM">;

export function surveyWorld(world: World): Survey {
    const place = placeOf(world);
    const columns = place.widthM + 1;
    const rows = place.depthM + 1;
    const surfaceColumns = 2 * place.widthM;
    const surfaceRows = 2 * place.depthM;
    const survey = createSurvey(place, {
        columns,
        rows,
        heightsM: new Float32Array(columns * rows),
        surfaceColumns,
        surfaceRows,
        surfaces: new Uint8Array(surfaceColumns * surfaceRows),
    });
    const hard = world.surfaces.map(isHard);
    const from = [place.fromX, place.fromY] as const;
    const coarseColumns = place.widthM / coarseM + 1;
    const coarse = world.sample(from, coarseM, coarseColumns, place.depthM / coarseM + 1);
    for (let y = 0; y < place.depthM; y += tileM)
        for (let x = 0; x < place.widthM; x += tileM) {
            const at = (y / coarseM) * coarseColumns + x / coarseM;
            fillHeights(survey, coarse.heightsM, at, coarseColumns, x, y);
            const mixed = isMixed(coarse.surfaces, at, coarseColumns);
            if (!mixed) fillSurfaces(survey, coarse.surfaces[at]!, x, y);
            if (
                mixed ||
                (hard[coarse.surfaces[at]!] && isUneven(coarse.heightsM, at, coarseColumns))
            )
                lookClosely(world, survey, x, y);
        }
    return survey;
}

function placeOf(world: World): Place {
    const clamp = (value: number) => Math.min(maxExtentM / 2, Math.max(-maxExtentM / 2, value));
    const [fromX, fromY] = [clamp(world.extent.from[0]), clamp(world.extent.from[1])];
    const whole = (size: number) => Math.max(1, Math.ceil(size / tileM - 1e-6)) * tileM;
    return {
        fromX,
        fromY,
        widthM: whole(clamp(world.extent.to[0]) - fromX),
        depthM: whole(clamp(world.extent.to[1]) - fromY),
    };
}

function createSurvey(place: Place, measured: Heights & Surfaces): Survey {
    const { columns, rows, heightsM, surfaceColumns, surfaceRows, surfaces } = measured;
    const within = (value: number, max: number) => Math.min(max, Math.max(0, value));
    return {
        ...place,
        ...measured,
        heightAt(x, y) {
            const u = within(x - place.fromX, columns - 1);
            const v = within(y - place.fromY, rows - 1);
            const i = Math.min(columns - 2, Math.floor(u));
            const j = Math.min(rows - 2, Math.floor(v));
            const at = j * columns + i;
            const south = heightsM[at]! + (u - i) * (heightsM[at + 1]! - heightsM[at]!);
            const above = at + columns;
            const north = heightsM[above]! + (u - i) * (heightsM[above + 1]! - heightsM[above]!);
            return south + (v - j) * (north - south);
        },
        surfaceAt(x, y) {
            const i = within(Math.floor(2 * (x - place.fromX)), surfaceColumns - 1);
            const j = within(Math.floor(2 * (y - place.fromY)), surfaceRows - 1);
            return surfaces[j * surfaceColumns + i]!;
        },
    };
}

function isMixed(surfaces: Uint8Array, at: number, columns: number): boolean {
    for (let j = 0; j <= perTile; ++j)
        for (let i = 0; i <= perTile; ++i)
            if (surfaces[at + j * columns + i] !== surfaces[at]) return true;
    return false;
}

/** Does a height differ from the middle of its neighbours? */
function isUneven(heightsM: Float32Array, at: number, columns: number): boolean {
    for (let j = 0; j <= perTile; ++j)
        for (let i = 1; i < perTile; ++i) {
            const across = at + j * columns + i;
            const along = at + i * columns + j;
            const bend = (middle: number, step: number) =>
                Math.abs(
                    heightsM[middle]! - 0.5 * (heightsM[middle - step]! + heightsM[middle + step]!),
                );
            if (bend(across, 1) > unevenM || bend(along, columns) > unevenM) return true;
        }
    return false;
}

/** Between the points of the coarse grid. */
function fillHeights(
    survey: Survey,
    coarse: Float32Array,
    at: number,
    columns: number,
    x: number,
    y: number,
) {
    for (let j = 0; j <= tileM; ++j)
        for (let i = 0; i <= tileM; ++i) {
            const low = at + (j >> 1) * columns + (i >> 1);
            const right = low + (i & 1);
            const up = (j & 1) * columns;
            survey.heightsM[(y + j) * survey.columns + x + i] =
                0.25 * (coarse[low]! + coarse[right]! + coarse[low + up]! + coarse[right + up]!);
        }
}

function fillSurfaces(survey: Survey, surface: number, x: number, y: number) {
    for (let j = 0; j < 2 * tileM; ++j) {
        const at = (2 * y + j) * survey.surfaceColumns + 2 * x;
        survey.surfaces.fill(surface, at, at + 2 * tileM);
    }
}

/** A tile's heights at its points of 1 m, and the surfaces in the middles of its cells of 0.5 m. */
function lookClosely(world: World, survey: Survey, x: number, y: number) {
    const west = survey.fromX + x;
    const south = survey.fromY + y;
    const size = tileM + 1;
    const points = world.sample([west, south], 1, size, size);
    for (let j = 0; j < size; ++j)
        survey.heightsM.set(
            points.heightsM.subarray(j * size, (j + 1) * size),
            (y + j) * survey.columns + x,
        );
    const cells = 2 * tileM;
    const middles = world.sample([west + 0.25, south + 0.25], 0.5, cells, cells);
    for (let j = 0; j < cells; ++j)
        survey.surfaces.set(
            middles.surfaces.subarray(j * cells, (j + 1) * cells),
            (2 * y + j) * survey.surfaceColumns + 2 * x,
        );
}
