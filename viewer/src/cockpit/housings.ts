/** Frames and arms of the mirrors. */
import { BoxGeometry, type BufferGeometry, Matrix4 } from "three";
import { coloured } from "../cars/wheel_geometry";
import type { MirrorPlace, Point } from "./layout";
import type { MirrorPlane } from "./mirror";
import { colours, rod } from "./shapes";

const rimM = 0.014;
const deepM = 0.028;

export function housingParts(planes: readonly (MirrorPlane & { readonly place: MirrorPlace })[]): BufferGeometry[] {
    return planes.flatMap(({ place, centre, right, up, normal }) => {
        const { widthM, heightM, foot } = place;
        const shell = new BoxGeometry(widthM + rimM, heightM + rimM, deepM).translate(0, 0, -deepM / 2 - 0.003);
        shell.applyMatrix4(new Matrix4().makeBasis(right, up, normal).setPosition(centre));
        const back = centre.clone().addScaledVector(normal, -deepM);
        const arm = rod(foot, back.toArray() as unknown as Point, 0.012, colours.hood);
        return [coloured(shell, colours.hood), arm];
    });
}
