/** The person at the wheel, and the seats. Places are those of the driver's eye. */
import { type BufferGeometry, CapsuleGeometry, Quaternion, SphereGeometry, Vector3 } from "three";
import { coloured, merged } from "./wheel_geometry";

type Point = readonly [number, number, number];

const up = new Vector3(0, 1, 0);

/** A stick with round ends between two points. */
export function limb(from: Point, to: Point, radiusM: number, colour: string): BufferGeometry {
    const [a, b] = [new Vector3(...from), new Vector3(...to)];
    const along = b.clone().sub(a);
    const turn = new Quaternion().setFromUnitVectors(up, along.clone().normalize());
    const middle = a.add(b).multiplyScalar(0.5);
    const stick = new CapsuleGeometry(radiusM, along.length(), 5, 12).applyQuaternion(turn);
    return coloured(stick.translate(middle.x, middle.y, middle.z), colour);
}

/** A box with very round edges. */
export function pillow(sizeM: Point, colour: string): BufferGeometry {
    const ball = new SphereGeometry(1, 20, 14);
    const position = ball.getAttribute("position");
    for (let i = 0; i < position.array.length; ++i) {
        const value = position.array[i]!;
        position.array[i] = (Math.sign(value) * Math.abs(value) ** 0.42 * sizeM[i % 3]!) / 2;
    }
    ball.computeVertexNormals();
    return coloured(ball, colour);
}

const [suit, glove, helmet, visor] = ["#24344f", "#17181a", "#e9e7e1", "#0d0f12"];

/** About the eye: how far ahead of it the wheel is, and how far below it the feet. */
export function driverGeometry(reachM: number, footM: number): BufferGeometry {
    const sides = [1, -1].flatMap((side) => {
        const [shoulder, elbow, hand]: Point[] = [
            [-0.13, 0.2 * side, -0.24],
            [0.12, 0.28 * side, -0.45],
            [reachM - 0.01, 0.18 * side, -0.31],
        ];
        const [hip, knee, foot]: Point[] = [
            [-0.02, 0.1 * side, -0.66],
            [0.42, 0.15 * side, -0.57],
            [0.78, 0.12 * side, -footM],
        ];
        return [
            limb(shoulder!, elbow!, 0.052, suit),
            limb(elbow!, hand!, 0.042, suit),
            limb([reachM - 0.03, 0.18 * side, -0.315], [reachM + 0.01, 0.175 * side, -0.29], 0.045, glove),
            limb(hip!, knee!, 0.08, suit),
            limb(knee!, foot!, 0.058, suit),
        ];
    });
    return merged([
        coloured(new SphereGeometry(0.128, 24, 18).scale(1.1, 0.95, 1.05).translate(-0.04, 0, 0.01), helmet),
        coloured(
            new SphereGeometry(0.13, 20, 8, -0.62 * Math.PI, 1.24 * Math.PI, 0.4 * Math.PI, 0.22 * Math.PI)
                .rotateX(Math.PI / 2)
                .rotateZ(Math.PI)
                .scale(1.1, 0.96, 1.05)
                .translate(-0.04, 0, 0.01),
            visor,
        ),
        limb([-0.07, 0, -0.16], [-0.06, 0, -0.08], 0.06, visor),
        pillow([0.24, 0.42, 0.56], suit).rotateY(0.2).translate(-0.11, 0, -0.42),
        ...sides,
    ]);
}

const leather = "#26282b";

/** A seat of a width, its headrest included, for someone whose eye is at the origin. */
export function seat(widthM: number, heads: readonly number[] = [0]): BufferGeometry[] {
    const rests = heads.map((y) => pillow([0.1, 0.26, 0.2], leather).rotateY(0.2).translate(-0.27, y, -0.03));
    return [
        ...rests,
        pillow([0.52, widthM, 0.18], leather).rotateY(-0.12).translate(0.06, 0, -0.79),
        pillow([0.17, widthM, 0.66], leather).rotateY(0.26).translate(-0.24, 0, -0.45),
    ];
}
