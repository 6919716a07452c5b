/** Where the points of a mechanism are in a frame, in the axes of the car's body. */
import { Quaternion, Vector3 } from "three";
import type { ModelInfo } from "kamm";
import type { CarFrame } from "../frame";
import type { VehicleData } from "./data";
import type { Anchor, BarEnd, Spin } from "./parts";

interface Place {
    readonly centre: Vector3;
    readonly turn: Quaternion;
}

interface WheelPose {
    /** At rest, with static camber and toe. */
    readonly rest: Place;
    readonly carrier: Place;
    readonly wheel: Place;
}

export interface Pose {
    update(car: CarFrame): void;
    /** Writes where it is. */
    find(anchor: Anchor, to: Vector3): Vector3;
    spinRad(spin: Spin): number;
    /** How far the bar's left arm is turned against its right one; above 0 with the left wheel higher. */
    twistRad(left: BarEnd, right: BarEnd): number;
    readonly car: CarFrame;
}

/** Crank and pistons turn by that much less than they do, so that they are seen to turn. */
const engineShown = 1 / 40;

const up = new Vector3(0, 0, 1);
const forward = new Vector3(1, 0, 0);
const place = (): Place => ({ centre: new Vector3(), turn: new Quaternion() });

function restOf(info: ModelInfo, data: VehicleData, wheel: number): Place {
    const side = info.wheelSide[wheel]!;
    const { camber_rad, toe_in_rad } = data.axles[info.wheelAxle[wheel]!]!.suspension;
    const turn = new Quaternion().setFromAxisAngle(up, -side * toe_in_rad);
    turn.multiply(new Quaternion().setFromAxisAngle(forward, -side * camber_rad));
    return { centre: new Vector3(...info.wheelPositionM[wheel]!), turn };
}

export function createPose(info: ModelInfo, data: VehicleData): Pose {
    const wheels: WheelPose[] = Array.from({ length: info.wheelCount }, (_, wheel) => ({
        rest: restOf(info, data, wheel),
        carrier: place(),
        wheel: place(),
    }));
    const bodyTurn = new Quaternion();
    const turn = new Quaternion();
    const [along, across, upright] = [new Vector3(), new Vector3(), new Vector3()];
    const [low, first, second] = [new Vector3(), new Vector3(), new Vector3()];
    let shown: CarFrame;
    let crankRad = 0;
    let lastS: number | null = null;

    function update(car: CarFrame) {
        shown = car;
        const passedS = lastS === null ? 0 : car.timeS - lastS;
        // Jumps, of a replay that begins, do not count.
        if (Math.abs(passedS) < 1) crankRad = (crankRad + passedS * car.engineRadps * engineShown) % (4 * Math.PI);
        lastS = car.timeS;
        const [w, x, y, z] = car.orientation as unknown as [number, number, number, number];
        bodyTurn.set(-x, -y, -z, w);
        wheels.forEach((pose, i) => updateWheel(pose, car, i));
    }

    function updateWheel({ carrier, wheel }: WheelPose, car: CarFrame, i: number) {
        const frame = car.wheels[i];
        if (!frame) return;
        const [w, x, y, z] = frame.orientation as unknown as [number, number, number, number];
        wheel.turn.set(x, y, z, w).premultiply(bodyTurn);
        wheel.centre
            .set(
                frame.position[0]! - car.position[0]!,
                frame.position[1]! - car.position[1]!,
                frame.position[2]! - car.position[2]!,
            )
            .applyQuaternion(bodyTurn);
        carrier.centre.copy(wheel.centre);
        carrier.turn.copy(wheel.turn).multiply(turn.setFromAxisAngle(up, -frame.steerRad));
    }

    /** With what is at `at` at rest. */
    function withPlace(at: readonly number[], rest: Place, now: Place, to: Vector3) {
        to.set(at[0]!, at[1]!, at[2]!).sub(rest.centre);
        turn.copy(rest.turn).conjugate();
        return to.applyQuaternion(turn).applyQuaternion(now.turn).add(now.centre);
    }

    /** Across it goes from wheel to wheel, forwards as both carriers do in the mean. */
    function withBeam([left, right]: readonly [number, number], at: readonly number[], to: Vector3) {
        const [l, r] = [wheels[left]!, wheels[right]!];
        const spanM = l.rest.centre.y - r.rest.centre.y;
        const stretch = first.copy(l.carrier.centre).sub(r.carrier.centre).length() / spanM;
        across.copy(first).normalize();
        along.copy(forward).applyQuaternion(l.carrier.turn);
        along.add(upright.copy(forward).applyQuaternion(r.carrier.turn));
        along.addScaledVector(across, -along.dot(across)).normalize();
        upright.crossVectors(along, across);
        const [x, y, z] = at as readonly [number, number, number];
        to.copy(l.carrier.centre).add(r.carrier.centre).multiplyScalar(0.5);
        to.addScaledVector(along, x - (l.rest.centre.x + r.rest.centre.x) / 2);
        to.addScaledVector(across, (y - (l.rest.centre.y + r.rest.centre.y) / 2) * stretch);
        return to.addScaledVector(upright, z - (l.rest.centre.z + r.rest.centre.z) / 2);
    }

    function barRad({ link, pivot, at }: BarEnd): number {
        const armM = at[0] - pivot[0];
        const restM = (link as { at: readonly number[] }).at[2]!;
        const liftM = find(link, low).z - restM;
        const share = (at[2] - pivot[2] + liftM) / Math.hypot(armM, at[2] - pivot[2]);
        return Math.asin(Math.max(-0.98, Math.min(0.98, share)));
    }

    function barEnd(end: BarEnd, to: Vector3) {
        const { pivot, at } = end;
        const armM = Math.hypot(at[0] - pivot[0], at[2] - pivot[2]);
        const rad = barRad(end);
        const ahead = at[0] < pivot[0] ? -1 : 1;
        return to.set(pivot[0] + ahead * armM * Math.cos(rad), at[1], pivot[2] + armM * Math.sin(rad));
    }

    const meanSteerRad = (which: readonly number[]) =>
        which.reduce((sum, wheel) => sum + (shown.wheels[wheel]?.steerRad ?? 0), 0) / which.length;

    function find(anchor: Anchor, to: Vector3): Vector3 {
        switch (anchor.on) {
            case "body":
                return to.set(...anchor.at);
            case "carrier":
            case "wheel": {
                const pose = wheels[anchor.wheel]!;
                return withPlace(anchor.at, pose.rest, pose[anchor.on], to);
            }
            case "beam":
                return withBeam(anchor.wheels, anchor.at, to);
            case "rack": {
                to.set(...anchor.at);
                to.y += anchor.armM * Math.sin(meanSteerRad(anchor.wheels));
                return to;
            }
            case "bar":
                return barEnd(anchor, to);
            case "crank":
                return to
                    .set(...anchor.along)
                    .multiplyScalar(anchor.radiusM * Math.cos(crankRad + anchor.phaseRad))
                    .add(second.set(...anchor.at));
            case "between": {
                const { share, sagM } = anchor;
                find(anchor.a, to);
                const [ax, ay, az] = [to.x, to.y, to.z];
                find(anchor.b, to);
                to.set(ax + (to.x - ax) * share, ay + (to.y - ay) * share, az + (to.z - az) * share);
                to.z -= 4 * sagM * share * (1 - share);
                return to;
            }
        }
    }

    return {
        update,
        find,
        get car() {
            return shown;
        },
        twistRad: (left, right) => barRad(left) - barRad(right),
        spinRad(spin) {
            if (spin.by === "engine") return crankRad;
            if (spin.by === "bar") {
                const [left, right] = [barRad(spin.left), barRad(spin.right)];
                const behind = spin.left.at[0] < spin.left.pivot[0] ? 1 : -1;
                return behind * (left + (right - left) * spin.share);
            }
            const sum = spin.wheels.reduce((all, wheel) => all + (shown.wheels[wheel]?.spinAngleRad ?? 0), 0);
            return (sum / spin.wheels.length) * spin.ratio;
        },
    };
}
