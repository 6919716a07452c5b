/** Shapes of the parts, each from z = 0 to 1 with radius 1, to be stretched. */
import {
    BoxGeometry,
    BufferGeometry,
    Color,
    CylinderGeometry,
    ExtrudeGeometry,
    Float32BufferAttribute,
    Shape as Outline,
    SphereGeometry,
} from "three";

const upright = (geometry: BufferGeometry) => geometry.rotateX(Math.PI / 2).translate(0, 0, 0.5);

/** One face is painted, by which it is seen to turn. */
function paintedShaft(): BufferGeometry {
    const shaft = upright(new CylinderGeometry(1, 1, 1, 6, 1)).toNonIndexed();
    shaft.computeVertexNormals();
    const position = shaft.getAttribute("position");
    const colour = new Color();
    const painted: number[] = [];
    for (let v = 0; v < position.count; v += 3) {
        const [x, y] = [0, 1, 2].reduce(
            ([sx, sy], k) => [sx! + position.getX(v + k), sy! + position.getY(v + k)],
            [0, 0],
        ) as [number, number];
        const isFace = Math.abs(Math.atan2(y, x)) < 0.5 && Math.hypot(x, y) > 1;
        colour.set(isFace ? "#4a4f55" : "#ffffff");
        for (let k = 0; k < 3; ++k) painted.push(colour.r, colour.g, colour.b);
    }
    shaft.setAttribute("color", new Float32BufferAttribute(painted, 3));
    shaft.deleteAttribute("uv");
    return shaft;
}

const teeth = 24;

/** A toothed wheel with holes, by which it is seen to turn. */
function gear(): BufferGeometry {
    const outline = new Outline();
    for (let i = 0; i < 2 * teeth; ++i) {
        const radius = i % 4 < 2 ? 1 : 0.93;
        const angle = (Math.PI * i) / teeth;
        const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
        if (i === 0) outline.moveTo(x, y);
        else outline.lineTo(x, y);
    }
    for (let i = 0; i < 6; ++i) {
        const hole = new Outline();
        const angle = (Math.PI * i) / 3;
        hole.absarc(0.62 * Math.cos(angle), 0.62 * Math.sin(angle), 0.15, 0, 2 * Math.PI, true);
        outline.holes.push(hole);
    }
    return new ExtrudeGeometry(outline, { depth: 1, bevelEnabled: false, curveSegments: 5 });
}

const coilTurns = 6;
const stepsPerTurn = 18;
const wireSides = 7;

/** A wire that goes round, `wire` thick over the coil's radius, `lengthRadii` long at rest. */
export function coilGeometry(wire: number, lengthRadii: number): BufferGeometry {
    const positions: number[] = [];
    const normals: number[] = [];
    const indices: number[] = [];
    const steps = coilTurns * stepsPerTurn;
    const ratio = wire / lengthRadii;
    for (let i = 0; i <= steps; ++i) {
        const angle = (2 * Math.PI * i) / stepsPerTurn;
        const z = ratio + (1 - 2 * ratio) * (i / steps);
        for (let k = 0; k < wireSides; ++k) {
            const around = (2 * Math.PI * k) / wireSides;
            const radius = 1 - wire + wire * Math.cos(around);
            positions.push(radius * Math.cos(angle), radius * Math.sin(angle), z + ratio * Math.sin(around));
            normals.push(Math.cos(around) * Math.cos(angle), Math.cos(around) * Math.sin(angle), Math.sin(around));
            if (i === steps) continue;
            const [a, b] = [i * wireSides + k, i * wireSides + ((k + 1) % wireSides)];
            indices.push(a, a + wireSides, b, b, a + wireSides, b + wireSides);
        }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
    geometry.setIndex(indices);
    return geometry;
}

export const shapes = {
    round: () => upright(new CylinderGeometry(1, 1, 1, 20, 1)),
    shaft: paintedShaft,
    block: () => new BoxGeometry(1, 1, 1).translate(0, 0, 0.5),
    ball: () => new SphereGeometry(1, 14, 10),
    gear,
} as const;
