/** Tyre and rim about the y axis, outside towards +y; those of the right turned round. */
import {
    BoxGeometry,
    BufferGeometry,
    Color,
    CylinderGeometry,
    Float32BufferAttribute,
    LatheGeometry,
    Vector2,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { WheelPlace } from "./field";
import type { RimLook } from "./profile";

/** Only what all parts have, so that they can be merged; in one colour. */
export function coloured(geometry: BufferGeometry, colour: string): BufferGeometry {
    const flat = geometry.index ? geometry : geometry.clone();
    if (!flat.index) flat.setIndex([...Array(flat.getAttribute("position").count).keys()]);
    for (const name of Object.keys(flat.attributes))
        if (name !== "position" && name !== "normal") flat.deleteAttribute(name);
    const count = flat.getAttribute("position").count;
    const { r, g, b } = new Color(colour);
    const colours = new Float32Array(3 * count);
    for (let i = 0; i < count; ++i) colours.set([r, g, b], 3 * i);
    flat.setAttribute("color", new Float32BufferAttribute(colours, 3));
    return flat;
}

export function merged(parts: BufferGeometry[]): BufferGeometry {
    const all = mergeGeometries(parts);
    for (const part of parts) part.dispose();
    return all;
}

/**
 * A line [radius, y] turned about the axle; going towards +y it is seen from outside, back from
 * inside.
 */
function turned(line: readonly (readonly [number, number])[], segments: number): BufferGeometry {
    return new LatheGeometry(
        line.map(([radius, y]) => new Vector2(radius, y)),
        segments,
    );
}

const treadDepthM = 0.007;

/** Half a tyre's section from the outer bead to the middle of the tread. */
function tyreSection(wheel: WheelPlace): [number, number][] {
    const { radiusM: outer, rimRadiusM: rim } = wheel;
    const half = wheel.widthM / 2;
    const wall = outer - rim;
    const groove = outer - treadDepthM;
    return [
        [rim - 0.004, half * 0.8],
        [rim + 0.1 * wall, half * 0.93],
        [rim + 0.35 * wall, half],
        [rim + 0.6 * wall, half * 0.99],
        [rim + 0.82 * wall, half * 0.93],
        [rim + 0.95 * wall, half * 0.84],
        [outer - 0.002, half * 0.74],
        [outer - 0.001, half * 0.55],
        [groove, half * 0.54],
        [groove, half * 0.46],
        [outer, half * 0.45],
        [outer, half * 0.13],
        [groove, half * 0.12],
        [groove, 0],
    ];
}

/** Marks on the wall, so that it is seen to turn. */
function paintWall(geometry: BufferGeometry, segments: number, rings: number) {
    const colour = geometry.getAttribute("color");
    const rib = new Color("#4a4c4f");
    for (let ring = 2; ring <= 3; ++ring)
        for (let k = 0; k <= segments; ++k) {
            const turn = k / segments;
            const lettered = turn % 0.5 < 0.13;
            if (!lettered) continue;
            for (const at of [ring, rings - 1 - ring])
                colour.setXYZ(k * rings + at, rib.r, rib.g, rib.b);
        }
    return geometry;
}

export function tyreGeometry(wheel: WheelPlace, segments: number): BufferGeometry {
    const half = tyreSection(wheel);
    const section = [
        ...half,
        ...half
            .slice(0, -1)
            .reverse()
            .map(([r, y]) => [r, -y] as [number, number]),
    ];
    const geometry = coloured(turned(section.reverse(), segments), "#222427");
    return paintWall(geometry, segments, section.length);
}

function spoke(
    turn: number,
    innerM: number,
    outerM: number,
    widthM: number,
    yM: number,
    colour: string,
) {
    const box = new BoxGeometry(widthM, 0.03, outerM - innerM, 1, 1, 2);
    const p = box.getAttribute("position");
    for (let i = 0; i < p.count; ++i) {
        const out = p.getZ(i) / (outerM - innerM) + 0.5;
        p.setX(i, p.getX(i) * (1.15 - 0.4 * out));
        p.setY(i, p.getY(i) * (1 - 0.3 * out) - 0.03 * (1 - out) * (1 - out));
    }
    box.computeVertexNormals();
    box.translate(0, yM, (innerM + outerM) / 2);
    box.rotateY(turn);
    return coloured(box, colour);
}

export function rimGeometry(wheel: WheelPlace, look: RimLook, segments: number): BufferGeometry {
    const rim = wheel.rimRadiusM;
    const face = wheel.widthM * 0.36;
    const silver = look.colour ?? "#c3c7cc";
    const barrel: [number, number][] = [
        [rim + 0.012, face + 0.012],
        [rim + 0.004, face + 0.016],
        [rim - 0.012, face + 0.004],
        [rim - 0.022, -wheel.widthM * 0.42],
    ];
    const parts = [
        coloured(turned(barrel, segments), silver),
        disc(rim * 0.985, -wheel.widthM * 0.3, 0.01, segments, "#101113"),
        disc(rim * 0.74, face - 0.075, 0.022, segments, "#75777a"),
        disc(rim * 0.4, face - 0.06, 0.03, segments, "#2a2b2d"),
        disc(0.062, face - 0.018, 0.04, 20, silver),
        disc(0.03, face + 0.004, 0.01, 12, "#26282b"),
    ];
    const width = Math.min(0.075, (rim * 1.5) / look.spokes);
    for (let k = 0; k < look.spokes; ++k) {
        const turn = (2 * Math.PI * k) / look.spokes;
        for (const side of look.twin ? [-1, 1] : [0])
            parts.push(
                spoke(
                    turn + side * 0.13,
                    0.04,
                    rim - 0.004,
                    look.twin ? width * 0.5 : width,
                    face - 0.012,
                    silver,
                ),
            );
    }
    return merged(parts);
}

function disc(radiusM: number, yM: number, thickM: number, segments: number, colour: string) {
    return coloured(
        new CylinderGeometry(radiusM, radiusM, thickM, segments).translate(0, yM, 0),
        colour,
    );
}

/** The outside of a right wheel looks to -y. */
export const turnedRound = (geometry: BufferGeometry) => geometry.rotateZ(Math.PI);
