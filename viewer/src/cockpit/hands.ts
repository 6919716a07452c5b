/** Gloved hands and forearms. They are drawn in the wheel's plane: x to the right, y up, z to the driver. */
import { CylinderGeometry, Group, type Material, Matrix4, Mesh, Quaternion, SphereGeometry, Vector3, type BufferGeometry } from "three";
import { coloured, merged } from "../cars/wheel_geometry";
import type { CarFrame } from "../frame";
import { createGrip, type HandPose, homeRad, type Side } from "./grip";
import type { Layout, Point } from "./layout";
import { createReach } from "./lever";
import { rod } from "./shapes";

const glove = "#34373d";
const backTint = "#565b64";
const cuff = "#202226";
const sleeve = "#2f4a6b";

/** The right hand as it holds the rim at three o'clock: x out of the wheel, y along the rim, the rim at the origin. */
function rightHand(): BufferGeometry {
    const parts = [
        coloured(new SphereGeometry(1, 12, 8).scale(0.034, 0.046, 0.024).translate(0.026, -0.002, 0.016), glove),
        coloured(new SphereGeometry(1, 10, 8).scale(0.02, 0.03, 0.016).translate(0.03, -0.002, 0.027), backTint),
    ];
    for (let i = 0; i < 4; ++i) {
        const y = 0.032 - 0.021 * i;
        const long = [0.95, 1, 0.96, 0.82][i]!;
        const knuckle: Point = [0.034, y, 0.002];
        const bend: Point = [0.012, y - 0.002, -0.028 * long];
        const tip: Point = [-0.02 * long, y - 0.003, -0.02];
        parts.push(rod(knuckle, bend, 0.0115, glove, 0.0105, 7), rod(bend, tip, 0.0105, glove, 0.009, 7));
    }
    parts.push(rod([0.016, 0.028, 0.02], [-0.004, 0.05, 0.021], 0.013, glove, 0.0115, 7));
    parts.push(rod([-0.004, 0.05, 0.021], [-0.018, 0.066, 0.016], 0.0115, glove, 0.009, 7));
    parts.push(rod([0.04, -0.014, 0.018], [0.066, -0.03, 0.03], 0.025, glove, 0.028, 9));
    parts.push(rod([0.06, -0.027, 0.028], [0.076, -0.036, 0.034], 0.031, cuff, 0.032, 9));
    return merged(parts);
}

/** Where the forearm begins, in the hand. */
const wristM: Point = [0.074, -0.035, 0.033];

/** The other hand: mirrored, its triangles turned round. */
function mirroredHand(right: BufferGeometry): BufferGeometry {
    const left = right.clone().scale(-1, 1, 1);
    const index = left.getIndex()!;
    for (let i = 0; i < index.count; i += 3) {
        const [b, c] = [index.getX(i + 1), index.getX(i + 2)];
        index.setX(i + 1, c).setX(i + 2, b);
    }
    return left;
}

/** Returns a forearm of length 1, from the wrist along y. */
const forearm = () => coloured(new CylinderGeometry(0.05, 0.031, 1, 12, 1).translate(0, 0.5, 0), sleeve);

/** The elbow, from the eye. */
const elbowM = { behind: 0.02, out: 0.27, below: 0.43 };
/** A hand that is not at its home turns less than the rim does, as the arm stays where it is. */
const turnShare = 0.5;
/** Towards the driver, and away from the rim's middle, on its way to another place. */
const liftM = 0.055;
const alongY = new Vector3(0, 1, 0);

export interface Hands {
    readonly root: Group;
    update(car: CarFrame, dtS: number): void;
    dispose(): void;
}

/** `toColumn` takes the vehicle's frame to the wheel's plane. */
export function createHands(layout: Layout, toColumn: Matrix4, material: Material, shifts: boolean): Hands {
    const { eye, steering, knob } = layout;
    const root = new Group();
    const right = rightHand();
    const geometries = { right, left: mirroredHand(right), arm: forearm() };
    const grip = createGrip();
    const reach = createReach();
    // The hand towards the car's middle goes to the lever.
    const shifting: Side = eye[1] < 0 ? "left" : "right";
    const lever = new Vector3(...knob).applyMatrix4(toColumn);
    const arms = (["left", "right"] as const).map((side) => {
        const sign = side === "left" ? 1 : -1;
        const elbow = new Vector3(eye[0] - elbowM.behind, eye[1] + sign * elbowM.out, eye[2] - elbowM.below);
        const hand = new Mesh(geometries[side], material);
        const arm = new Mesh(geometries.arm, material);
        root.add(hand, arm);
        return { side, hand, arm, elbow: elbow.applyMatrix4(toColumn) };
    });
    const turn = new Quaternion();
    const wrist = new Vector3();
    const way = new Vector3();

    function hold(hand: Mesh, side: Side, { angleRad, lift }: HandPose) {
        const radius = steering.radiusM * (1 - 0.12 * lift);
        hand.position.set(radius * Math.cos(angleRad), steering.squash * radius * Math.sin(angleRad), liftM * lift);
        hand.rotation.z = turnShare * (angleRad - homeRad[side]);
    }

    return {
        root,
        update(car, dtS) {
            grip.update(car.steeringWheelRad, dtS);
            const share = shifts ? reach.update(car.gear, dtS) : 0;
            for (const { side, hand, arm, elbow } of arms) {
                hold(hand, side, grip.poseOf(side));
                if (side === shifting && share > 0) hand.position.lerp(lever, share);
                wrist.set(side === "left" ? -wristM[0] : wristM[0], wristM[1], wristM[2]);
                wrist.applyQuaternion(turn.setFromAxisAngle(way.set(0, 0, 1), hand.rotation.z)).add(hand.position);
                way.copy(elbow).sub(wrist);
                arm.position.copy(wrist);
                arm.scale.set(1, way.length(), 1);
                arm.quaternion.setFromUnitVectors(alongY, way.normalize());
            }
        },
        dispose() {
            for (const geometry of Object.values(geometries)) geometry.dispose();
        },
    };
}
