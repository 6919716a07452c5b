/** Coloured shapes that a cockpit is put together from, in the vehicle's frame: x forwards, y left, z up. */
import { BoxGeometry, BufferGeometry, CylinderGeometry, Float32BufferAttribute, Quaternion, SphereGeometry, Vector3 } from "three";
import { coloured } from "../cars/wheel_geometry";
import type { Point } from "./layout";

export const colours = {
    dash: "#34373e",
    hood: "#222428",
    strip: "#6d737e",
    dark: "#0b0c0d",
    panel: "#454952",
    lining: "#5a5e66",
    metal: "#7b8188",
    leather: "#26272b",
    glow: "#6fc3e8",
    screen: "#0e2433",
} as const;

export const box = ([l, w, h]: Point, [x, y, z]: Point, colour: string) =>
    coloured(new BoxGeometry(l, w, h).translate(x, y, z), colour);

export const ball = (radiusM: number, [x, y, z]: Point, colour: string, [sx, sy, sz]: Point = [1, 1, 1]) =>
    coloured(new SphereGeometry(radiusM, 14, 10).scale(sx, sy, sz).translate(x, y, z), colour);

const alongY = new Vector3(0, 1, 0);

/** A round bar from one point to another, which may taper. */
export function rod(from: Point, to: Point, radiusM: number, colour: string, endRadiusM = radiusM, segments = 10) {
    const way = new Vector3(...to).sub(new Vector3(...from));
    const length = way.length();
    const bar = new CylinderGeometry(endRadiusM, radiusM, length, segments);
    bar.applyQuaternion(new Quaternion().setFromUnitVectors(alongY, way.normalize()));
    return coloured(bar.translate((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2), colour);
}

/** A band between lines of as many points each, its edges sharp; seen from both sides. */
export function sheet(lines: readonly (readonly Point[])[], colour: string): BufferGeometry {
    const places: number[] = [];
    lines.slice(1).forEach((line, k) => {
        const before = lines[k]!;
        for (let i = 0; i + 1 < line.length; ++i) {
            const [a, b, c, d] = [before[i]!, before[i + 1]!, line[i]!, line[i + 1]!];
            places.push(...a, ...b, ...c, ...b, ...d, ...c);
        }
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
    geometry.computeVertexNormals();
    return coloured(geometry, colour);
}

/** A section of the side view, (x, z), drawn across the car. */
export function across(section: readonly (readonly [number, number])[], fromY: number, toY: number, colour: string) {
    const at = (y: number) => section.map(([x, z]): Point => [x, y, z]);
    return sheet([at(fromY), at(toY)], colour);
}
