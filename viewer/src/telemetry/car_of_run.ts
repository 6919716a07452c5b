/** The car of a run at a moment, as a frame: what is drawn as a ghost, and on the map, comes from the channels alone. */
import type { ModelInfo } from "kamm";
import { type CarFrame, carKeys, newCarFrame, wheelKeys } from "../frame";
import { hasColumn, placeAt, type Run, valueAt } from "./run";

const snake = (key: string) =>
    key.replace(/[A-Z0-9]/g, (sign, i: number) => (i && /[A-Z]/.test(sign) ? `_${sign.toLowerCase()}` : sign));

type Vector = ArrayLike<number>;

/** Turned by yaw, then pitch (nose down), then roll (to the right), as Kamm's channels have them. */
export function quaternionOf(yawRad: number, pitchRad: number, rollRad: number, out: Float64Array): void {
    const [cy, sy] = [Math.cos(yawRad / 2), Math.sin(yawRad / 2)];
    const [cp, sp] = [Math.cos(pitchRad / 2), Math.sin(pitchRad / 2)];
    const [cr, sr] = [Math.cos(rollRad / 2), Math.sin(rollRad / 2)];
    out[0] = cr * cp * cy + sr * sp * sy;
    out[1] = sr * cp * cy - cr * sp * sy;
    out[2] = cr * sp * cy + sr * cp * sy;
    out[3] = cr * cp * sy - sr * sp * cy;
}

function multiply(a: Vector, b: Vector, out: Float64Array) {
    const [aw, ax, ay, az] = [a[0]!, a[1]!, a[2]!, a[3]!];
    const [bw, bx, by, bz] = [b[0]!, b[1]!, b[2]!, b[3]!];
    out[0] = aw * bw - ax * bx - ay * by - az * bz;
    out[1] = aw * bx + ax * bw + ay * bz - az * by;
    out[2] = aw * by - ax * bz + ay * bw + az * bx;
    out[3] = aw * bz + ax * by - ay * bx + az * bw;
}

/** A vector of the body in the world. */
export function rotated(q: Vector, [x, y, z]: readonly [number, number, number]): [number, number, number] {
    const [w, i, j, k] = [q[0]!, q[1]!, q[2]!, q[3]!];
    const [tx, ty, tz] = [2 * (j * z - k * y), 2 * (k * x - i * z), 2 * (i * y - j * x)];
    return [x + w * tx + j * tz - k * ty, y + w * ty + k * tx - i * tz, z + w * tz + i * ty - j * tx];
}

/** Can it be drawn as a car? */
export const hasPose = (run: Run) => ["x_m", "y_m", "yaw_rad"].every((name) => hasColumn(run, name));

const known = (value: number) => (Number.isFinite(value) ? value : 0);

/** Returns the height of the ground at a place. */
export type GroundHeight = (x: number, y: number) => number;

/** Puts body and wheels where channels and the model's sizes say. */
function pose(car: CarFrame, info: ModelInfo, read: (name: string) => number, groundM: GroundHeight) {
    quaternionOf(car.yawRad, car.pitchRad, car.rollRad, car.orientation);
    const [x, y] = [known(read("x_m")), known(read("y_m"))];
    const z = read("z_m");
    const up = rotated(car.orientation, [0, 0, info.cgHeightM]);
    const cgM = Number.isFinite(z) ? z : groundM(x, y) + info.cgHeightM;
    car.position.set([x - up[0], y - up[1], cgM - up[2]]);
    const turn = new Float64Array(4);
    car.wheels.forEach((wheel, i) => {
        const [atX, atY, atZ] = info.wheelPositionM[i]!;
        const arm = rotated(car.orientation, [atX, atY, atZ + wheel.travelM]);
        for (let k = 0; k < 3; ++k) wheel.position[k] = car.position[k]! + arm[k]!;
        quaternionOf(wheel.steerRad, 0, 0, turn);
        multiply(car.orientation, turn, wheel.orientation);
        const down = rotated(car.orientation, [0, 0, -info.loadedRadiusM[i]!]);
        for (let k = 0; k < 3; ++k) wheel.groundPoint[k] = wheel.position[k]! + down[k]!;
        wheel.groundNormal.set(rotated(car.orientation, [0, 0, 1]));
    });
}

/** Makes the car of a run: the same object each time. `groundM` is for runs without height. */
export function createCarOf(run: Run, info: ModelInfo, groundM: GroundHeight) {
    const car = newCarFrame(info.wheelCount);
    const carNames = carKeys.map((key) => [key, snake(key)] as const);
    const wheelNames = wheelKeys.map((key) => [key, snake(key)] as const);
    return (timeS: number): CarFrame => {
        const place = placeAt(run.timesS, timeS);
        const read = (name: string) => valueAt(run, name, place);
        for (const [key, name] of carNames) car[key] = known(read(name));
        car.handBrake = known(read("hand_brake"));
        car.wheels.forEach((wheel, i) => {
            for (const [key, name] of wheelNames) wheel[key] = known(read(`wheel${i}_${name}`));
            const before = wheel.spinAngleRad;
            wheel.spinAngleRad = rolledRad(run, info.wheelRadiusM[i]!, place, before);
        });
        pose(car, info, read, groundM);
        return car;
    };
}

/** Returns the angle by which a rolling wheel has turned, for the wheels of a ghost. */
function rolledRad(
    run: Run,
    radiusM: number,
    { row, share }: { row: number; share: number },
    otherwise: number,
): number {
    const here = run.distancesM[row];
    if (here === undefined || radiusM <= 0) return otherwise;
    const next = run.distancesM[row + 1] ?? here;
    return ((here + share * (next - here)) / radiusM) % (2 * Math.PI);
}
