/**
 * A mirror's geometry: the plane halves the angle between the driver's eye and the visible direction. The picture in it
 * is that of the eye's mirror image, looking out through the mirror as through a window.
 *
 * It is exact for a flat mirror. A domed one is approximated: the image of an eye in a dome is nearer behind the glass
 * than in a flat mirror. The factor is taken to be the same for all of the glass.
 */
import { Matrix4, Vector3 } from "three";
import type { MirrorPlace, Point } from "./layout";

/** Axes of a mirror as the driver faces it: to the right, up, and out of the glass. */
export interface MirrorPlane {
    readonly centre: Vector3;
    readonly right: Vector3;
    readonly up: Vector3;
    readonly normal: Vector3;
}

const towards = (from: Vector3, to: Point) => new Vector3(...to).sub(from).normalize();

export function mirrorPlane({ centre: at, target }: Pick<MirrorPlace, "centre" | "target">, eye: Point): MirrorPlane {
    const centre = new Vector3(...at);
    const normal = towards(centre, eye).add(towards(centre, target)).normalize();
    const up = new Vector3(0, 0, 1).addScaledVector(normal, -normal.z).normalize();
    return { centre, normal, up, right: new Vector3().crossVectors(up, normal) };
}

/** A camera: its pose, and its projection, which is askew as that of any window. */
export interface MirrorView {
    readonly pose: Matrix4;
    readonly projection: Matrix4;
}

export const newMirrorView = (): MirrorView => ({ pose: new Matrix4(), projection: new Matrix4() });

const image = new Vector3();
const across = new Vector3();
const back = new Vector3();
const window = new Vector3();
/** An eye that comes as near as that sees no more. */
const nearestM = 0.02;
const farM = 4000;

/**
 * What an eye sees in the mirror; all in the car's frame. The picture's right edge is the mirror's left one, as the
 * camera looks out of the glass.
 */
export function viewIn(plane: MirrorPlane, place: Pick<MirrorPlace, "widthM" | "heightM" | "flatness">, eye: Vector3, view: MirrorView) {
    const { centre, right, up, normal } = plane;
    const before = Math.max(nearestM, image.copy(eye).sub(centre).dot(normal));
    image.addScaledVector(normal, -2 * before).multiplyScalar(place.flatness);
    window.copy(image).negate();
    image.add(centre);
    across.copy(right).negate();
    view.pose.makeBasis(across, up, back.copy(normal).negate()).setPosition(image);
    const [x, y, near] = [window.dot(across), window.dot(up), window.dot(normal)];
    const [w, h] = [place.widthM / 2, place.heightM / 2];
    view.projection.makePerspective(x - w, x + w, y + h, y - h, near, farM);
    return view;
}

/** Where a point of the world is seen: shares of the mirror's half width and height, to the driver's right and up. */
export function seenAt({ pose, projection }: MirrorView, point: Vector3): [number, number] {
    const at = point.clone().applyMatrix4(pose.clone().invert()).applyMatrix4(projection);
    return [-at.x, at.y];
}
