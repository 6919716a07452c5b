/**
 * Lets objects of a three.js scene follow a car:
 *
 *     const follow = driveObject(car, { body, wheels });
 *     car.step(dt);
 *     follow();
 *
 * three.js has y up: its x is Kamm's x (forward), its y Kamm's z (up), its z Kamm's -y (right). So a car's model
 * has to look along x; put one that looks elsewhere into a group, turned. Scenes with z up have Kamm's own axes.
 */
import type { Quaternion, Vector3 } from "./types";

/** The used members of three's Object3D. */
export interface SceneObject {
    readonly position: { set(x: number, y: number, z: number): unknown };
    readonly quaternion: { set(x: number, y: number, z: number, w: number): unknown };
    readonly parent: unknown;
}

/** The used members of a car. */
export interface DrivenCar {
    readonly position: Vector3;
    readonly orientation: Quaternion;
    readonly wheels: readonly {
        readonly position: Vector3;
        readonly orientation: Quaternion;
        readonly spinAngleRad: number;
    }[];
}

export interface CarObjects {
    /** Its origin lies on the road, below the centre of gravity. */
    readonly body: SceneObject;
    /**
     * Objects in the order of the car's wheels (axle by axle from the front, left before right), each with its origin in the
     * wheel's centre. They are children of the body, or stand beside it in the same parent.
     */
    readonly wheels?: readonly SceneObject[];
}

export interface DriveOptions {
    /** Axis of the scene that points up: "y" if not given. */
    readonly up?: "y" | "z";
}

type Three = readonly [number, number, number];
type Four = readonly [number, number, number, number];

/** Quaternions w, x, y, z: first b, then a. */
function multiply(a: Four, b: Four): Four {
    return [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ];
}

function conjugate([w, x, y, z]: Four): Four {
    return [w, -x, -y, -z];
}

function rotate(turn: Four, [x, y, z]: Three): Three {
    const [, ...rotated] = multiply(multiply(turn, [0, x, y, z]), conjugate(turn));
    return rotated;
}

const three = (v: Vector3): Three => [v[0]!, v[1]!, v[2]!];
const four = (q: Quaternion): Four => [q[0]!, q[1]!, q[2]!, q[3]!];

/** Returns what puts the objects where the car is: to be called each frame, after the step. */
export function driveObject(
    car: DrivenCar,
    objects: CarObjects,
    { up = "y" }: DriveOptions = {},
): () => void {
    const { body, wheels = [] } = objects;

    function put(object: SceneObject, [x, y, z]: Three, [w, i, j, k]: Four): void {
        if (up === "z") {
            object.position.set(x, y, z);
            object.quaternion.set(i, j, k, w);
        } else {
            object.position.set(x, z, -y);
            object.quaternion.set(i, k, -j, w);
        }
    }

    return () => {
        const [at, turn] = [three(car.position), four(car.orientation)];
        const back = conjugate(turn);
        put(body, at, turn);
        wheels.forEach((object, i) => {
            const wheel = car.wheels[i];
            if (!wheel) return;
            const half = wheel.spinAngleRad / 2;
            const roll: Four = [Math.cos(half), 0, Math.sin(half), 0];
            const rolled = multiply(four(wheel.orientation), roll);
            const centre = three(wheel.position);
            if (object.parent !== body) return put(object, centre, rolled);
            const [x, y, z] = centre;
            const inBody = rotate(back, [x - at[0], y - at[1], z - at[2]]);
            put(object, inBody, multiply(back, rolled));
        });
    };
}
