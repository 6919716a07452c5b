/** The ground of the plan: its surfaces as pictures of square tiles, and what is painted on the roads. */
import type { Surface, World } from "kamm";
import { paintGround } from "../replay/chart";
import { grass, lookOf } from "../scene/looks";
import { paintMarkings } from "../scene/markings";
import { isHard } from "../surfaces";
import { isInSight, type PlanView } from "./view";

const tileM = 64;
const cellM = 0.5;
/** A tile takes milliseconds: the others come with the next frames. */
const newTilesPerFrame = 2;
/** A surface that lies on everything lets what is below shine through. */
const overrideShare = 0.75;
/** Rubber is fainter than paint, and has no edge: it is left out. */
const opaque = 0.9;

export interface Ground {
    /** A surface that lies on everything, or null: those of the world. */
    setSurfaceOverride(name: string | null): void;
    draw(context: CanvasRenderingContext2D, view: PlanView): void;
}

type Place = readonly [x: number, y: number];
const keyOf = ([x, y]: Place) => `${x} ${y}`;

/** Corners of the tiles in sight. */
function tilesIn({ x, y, reachM }: PlanView): Place[] {
    const first = (at: number) => Math.floor((at - reachM) / tileM) * tileM;
    const places: Place[] = [];
    for (let tileX = first(x); tileX < x + reachM; tileX += tileM)
        for (let tileY = first(y); tileY < y + reachM; tileY += tileM) places.push([tileX, tileY]);
    return places;
}

/** Paths by colour: of one tile, or of the whole. */
type Paint = Map<string, Path2D>;

/** All paint by tiles, each triangle in that of its first corner. */
function paintByTiles(world: World): Map<string, Paint> {
    const hard = world.surfaces.map((surface) => isHard(surface) && surface.name !== "ice");
    const isPaved = (x: number, y: number) => hard[world.groundAt(x, y).surface]!;
    const { positions, colours, triangles } = paintMarkings(world, { heightAt: () => 0, isPaved });
    const tiles = new Map<string, Paint>();
    for (let i = 0; i < triangles.length; i += 3) {
        const corners = [0, 1, 2].map((k) => triangles[i + k]!);
        const [first] = corners as [number];
        if (colours[4 * first + 3]! < opaque) continue;
        const place = [0, 1].map((k) => Math.floor(positions[3 * first + k]! / tileM) * tileM);
        const tile = madeIn(tiles, keyOf(place as unknown as Place), () => new Map() as Paint);
        const path = madeIn(tile, colourOf(colours, first), () => new Path2D());
        path.moveTo(positions[3 * first]!, positions[3 * first + 1]!);
        for (const corner of corners.slice(1)) path.lineTo(positions[3 * corner]!, positions[3 * corner + 1]!);
        path.closePath();
    }
    return tiles;
}

function madeIn<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
    const known = map.get(key) ?? make();
    map.set(key, known);
    return known;
}

/** Meshes have linear colours, canvases those of screens. */
const screenOf = (linear: number) => Math.round(255 * linear ** (1 / 2.2));
const colourOf = (colours: readonly number[], corner: number) =>
    `rgb(${[0, 1, 2].map((k) => screenOf(colours[4 * corner + k]!)).join(" ")})`;

export function createPlanGround(world: World): Ground {
    const pictures = new Map<string, HTMLCanvasElement>();
    const paint = paintByTiles(world);
    const plain = grass.tones[0];
    let override: Surface | undefined;

    function drawPicture(context: CanvasRenderingContext2D, [x, y]: Place, picture: HTMLCanvasElement) {
        context.save();
        context.transform(1, 0, 0, -1, x, y + tileM); // pictures have their north at the top
        context.drawImage(picture, 0, 0, tileM, tileM);
        context.restore();
    }

    function drawPictures(context: CanvasRenderingContext2D, places: readonly Place[]) {
        let made = 0;
        for (const place of places) {
            const key = keyOf(place);
            if (!pictures.has(key) && made++ < newTilesPerFrame)
                pictures.set(key, paintGround(world, place, cellM, tileM / cellM, tileM / cellM));
            const picture = pictures.get(key);
            if (picture) drawPicture(context, place, picture);
        }
    }

    function fillAll(context: CanvasRenderingContext2D, { x, y, reachM }: PlanView, colour: string) {
        context.fillStyle = colour;
        context.fillRect(x - reachM, y - reachM, 2 * reachM, 2 * reachM);
    }

    return {
        setSurfaceOverride(name) {
            override = world.surfaces.find((surface) => surface.name === name);
        },
        draw(context, view) {
            const places = tilesIn(view).filter(([x, y]) =>
                isInSight(view, [x + tileM / 2, y + tileM / 2], tileM),
            );
            fillAll(context, view, plain);
            drawPictures(context, places);
            if (override) {
                context.globalAlpha = overrideShare;
                fillAll(context, view, lookOf(override).tones[0]);
            }
            context.globalAlpha = override && !isHard(override) ? 1 - overrideShare : 1;
            for (const place of places)
                for (const [colour, path] of paint.get(keyOf(place)) ?? []) {
                    context.fillStyle = colour;
                    context.fill(path);
                }
            context.globalAlpha = 1;
        },
    };
}
