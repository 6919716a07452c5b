/** The proving ground as a picture: surfaces in their colours, slopes shaded. */
import type { Path, World } from "kamm";
import { lookOf } from "../scene/looks";

export const cellM = 4;

/** Colours of cars in any theme: the ground has its own. */
export const carColours = { own: "#ff8a3c", other: "#d7dfe8", ghost: "#bee1ff" } as const;

/** A little darker than in daylight: what drives on it shall stand out. */
const brightness = 0.72;
/** Light from the north-west, as on most maps. */
const shadePerSlope = 1.6;

function tonesOf(world: World): [number, number, number][] {
    return world.surfaces.map((surface) => {
        const channels = lookOf(surface).tones[0].match(/[0-9a-f]{2}/gi)!;
        return channels.map((hex) => parseInt(hex, 16) * brightness) as [number, number, number];
    });
}

/** Slope towards the south-east of the cell, by its neighbours. */
function slopeAt(heightsM: Float32Array, columns: number, cell: number, sizeM: number): number {
    return (2 * heightsM[cell]! - heightsM[cell + 1]! - heightsM[cell - columns]!) / sizeM;
}

/** The ground from a corner in the south-west on, north at the top; a pixel is a cell of that size. */
export function paintGround(
    world: World,
    [x, y]: readonly [number, number],
    sizeM: number,
    columns: number,
    rows: number,
): HTMLCanvasElement {
    // A row to the south and a column to the east more: the neighbours of the last cells.
    const wide = columns + 1;
    const { heightsM, surfaces } = world.sample([x, y - sizeM], sizeM, wide, rows + 1);
    const tones = tonesOf(world);
    const canvas = document.createElement("canvas");
    canvas.width = columns;
    canvas.height = rows;
    const context = canvas.getContext("2d")!;
    const image = context.createImageData(columns, rows);
    for (let row = 0; row < rows; ++row)
        for (let column = 0; column < columns; ++column) {
            const cell = (row + 1) * wide + column;
            const light = 1 - shadePerSlope * slopeAt(heightsM, wide, cell, sizeM);
            const shade = Math.min(1.5, Math.max(0.6, light));
            const at = 4 * ((rows - 1 - row) * columns + column); // pictures begin at the top
            const tone = tones[surfaces[cell]!]!;
            for (let i = 0; i < 3; ++i) image.data[at + i] = tone[i]! * shade;
            image.data[at + 3] = 255;
        }
    context.putImageData(image, 0, 0);
    return canvas;
}

/** The whole of it, painted once. */
export function paintChart(world: World): HTMLCanvasElement {
    const { from, to } = world.extent;
    const columns = Math.round((to[0] - from[0]) / cellM);
    const rows = Math.round((to[1] - from[1]) / cellM);
    return paintGround(world, from, cellM, columns, rows);
}

/** The road of a closed path as a line to stroke, in metres, y downwards as on a canvas. */
export function roadOf({ points, closed }: Path): Path2D {
    const road = new Path2D();
    for (let i = 0; i < points.length; i += 2) road.lineTo(points[i]!, -points[i + 1]!);
    if (closed) road.closePath();
    return road;
}
