/** The bodies of a world, as the page shows them. */
import type { Body, Shape, World } from "kamm";

/** Those that are free to move. Frames have their poses, in this order. */
export const dynamicBodies = (world: World): Body[] => world.bodies.filter(({ type }) => type === "dynamic");

/** All shapes of those that stand, in the world: walls, blocks, gates. Points of hulls and meshes stay in the frame at `centreM`. */
export const staticShapes = (world: World): Shape[] =>
    world.bodies.filter(({ type }) => type !== "dynamic").flatMap(placedShapes);

type Vector = readonly [number, number, number];
type Quaternion = readonly [number, number, number, number];

const multiply = ([a, b, c, d]: Quaternion, [e, f, g, h]: Quaternion): Quaternion => [
    a * e - b * f - c * g - d * h,
    a * f + b * e + c * h - d * g,
    a * g - b * h + c * e + d * f,
    a * h + b * g - c * f + d * e,
];

function rotate(turn: Quaternion, [x, y, z]: Vector): Vector {
    const [a, b, c, d] = turn;
    const [, ...rotated] = multiply(multiply(turn, [0, x, y, z]), [a, -b, -c, -d]);
    return rotated as unknown as Vector;
}

export function placedShapes({ shapes, position, orientation }: Pick<Body, "shapes" | "position" | "orientation">): Shape[] {
    const at = Array.from(position) as unknown as Vector;
    const turn = Array.from(orientation) as unknown as Quaternion;
    return shapes.map((shape) => {
        const moved = rotate(turn, shape.pointsM ? [0, 0, 0] : shape.centreM);
        return {
            ...shape,
            centreM: [at[0] + moved[0], at[1] + moved[1], at[2] + moved[2]],
            orientation: shape.pointsM ? turn : multiply(turn, shape.orientation),
        };
    });
}

/** The box around a shape, in the frame that its points are in, or of its own box. */
export function boxAround({ centreM, halfM, pointsM }: Shape): { centreM: Vector; halfM: Vector } {
    if (!pointsM) return { centreM, halfM };
    const range = [0, 1, 2].map((k) => {
        const along = pointsM.filter((_, i) => i % 3 === k);
        return [Math.min(...along), Math.max(...along)] as const;
    });
    return {
        centreM: range.map(([low, high]) => (low + high) / 2) as unknown as Vector,
        halfM: range.map(([low, high]) => (high - low) / 2) as unknown as Vector,
    };
}
