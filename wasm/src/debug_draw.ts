/** Debug draw, as typed arrays. */
import { finiteNumbers } from "./act";
import type { Member } from "./core";
import type { FullModule } from "./full_module";
import { drawParts, type DebugDrawing, type DrawOptions } from "./full_types";
import { checkKeys } from "./keys";
import { kammError } from "./module";

/** Memory of each module for its drawings, as large as the largest of them. */
const drawings = new WeakMap<FullModule, number>();

function drawingOf(module: FullModule): number {
    const drawing = drawings.get(module) ?? module.made(module.call.face_create_drawing());
    drawings.set(module, drawing);
    return drawing;
}

function bitsOf(parts: DrawOptions["parts"]): number {
    if (!parts) return 0;
    if (!parts.length) throw kammError("range", "parts", "draw: no parts; without the list it is all of them");
    return parts.reduce((bits, part) => {
        const bit = drawParts.indexOf(part);
        if (bit < 0) throw kammError("unknown", "parts", `draw: there is no part ${part}; allowed: ${drawParts.join(", ")}`);
        return bits | (1 << bit);
    }, 0);
}

/** The lists of struct drawing, in its order. */
function readLists(module: FullModule, drawing: number): DebugDrawing {
    const { heap, text } = module;
    const place = (list: number) => heap.i32[drawing / 4 + 3 * list]!;
    const size = (list: number) => heap.i32[drawing / 4 + 3 * list + 1]!;
    const floats = (list: number) => heap.f32.subarray(place(list) / 4, place(list) / 4 + size(list));
    const bytes = (list: number) => heap.u8.subarray(place(list), place(list) + size(list));
    const [places, colours] = [floats(4), bytes(5)];
    let at = place(6);
    const texts = Array.from({ length: places.length / 3 }, (_, i) => {
        const words = text(at);
        at = heap.u8.indexOf(0, at) + 1;
        return { text: words, position: places.slice(3 * i, 3 * i + 3), colour: colours.slice(3 * i, 3 * i + 3) };
    });
    return { lines: floats(0), lineColours: bytes(1), points: floats(2), pointColours: bytes(3), texts };
}

function draw(module: FullModule, world: number, cars: number, options: DrawOptions): DebugDrawing {
    checkKeys("draw", options, [], ["parts", "withinM", "centre", "metresPerN", "origin"]);
    const { heap, scratch, call } = module;
    const { withinM = 0, centre = [0, 0, 0], metresPerN = 0, origin = [0, 0, 0] } = options;
    const numbers = [withinM, ...finiteNumbers("centre", centre, 3), metresPerN, ...finiteNumbers("origin", origin, 3)];
    if (!(withinM >= 0 && withinM < Infinity && metresPerN >= 0 && metresPerN < Infinity))
        throw kammError("range", "draw", `draw: withinM ${withinM}, metresPerN ${metresPerN}; both have to be 0 or more, and finite`);
    heap.f64.set(numbers, scratch / 8);
    const drawing = drawingOf(module);
    module.done(call.face_draw(drawing, world, cars, bitsOf(options.parts), scratch));
    return readLists(module, drawing);
}

export const drawWorld = (module: FullModule, world: number, options: DrawOptions) => draw(module, world, 0, options);
export const drawCars = (module: FullModule, { address }: Member, options: DrawOptions) => draw(module, 0, address, options);
