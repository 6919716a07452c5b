/** A steering wheel in its own plane: x to the right, y up, z to the driver. */
import { BoxGeometry, type BufferGeometry, CylinderGeometry, TorusGeometry } from "three";
import { coloured, merged } from "../cars/wheel_geometry";
import type { Steering } from "./layout";
import { colours } from "./shapes";

export const tubeM = 0.016;
const straightMark = "#ff8a3c";

/** What stands in the middle of a wheel that has a display on it. */
export const displayM = [0.12, 0.06] as const;

function spoke(angle: number, radiusM: number, squash: number): BufferGeometry {
    const reach = radiusM * Math.hypot(Math.cos(angle), squash * Math.sin(angle));
    return new BoxGeometry(reach - 0.02, 0.036, 0.014)
        .translate(reach / 2 + 0.01, 0, -0.012)
        .rotateZ(Math.atan2(squash * Math.sin(angle), Math.cos(angle)));
}

export function steeringWheelGeometry({ radiusM, squash }: Steering, hasDisplay: boolean): BufferGeometry {
    const rim = new TorusGeometry(radiusM, tubeM, 10, 44).scale(1, squash, 1);
    const parts = [coloured(rim, colours.leather)];
    for (const angle of [0, Math.PI, -Math.PI / 2]) parts.push(coloured(spoke(angle, radiusM, squash), "#33363b"));
    const hub = new CylinderGeometry(0.05, 0.06, 0.04, 24).rotateX(Math.PI / 2);
    parts.push(coloured(hub, "#26282c"));
    if (hasDisplay) {
        const plate = new BoxGeometry(displayM[0] + 0.04, displayM[1] + 0.045, 0.02).translate(0, 0, 0.02);
        parts.push(coloured(plate, "#1b1c1f"));
        for (const [x, colour] of [[-0.068, "#d8453a"], [0.068, "#3f8fd8"]] as const) {
            const knob = new CylinderGeometry(0.007, 0.007, 0.01, 10).rotateX(Math.PI / 2);
            parts.push(coloured(knob.translate(x, -0.03, 0.032), colour));
        }
    }
    const mark = new BoxGeometry(0.02, 2 * tubeM + 0.002, 0.008).translate(0, squash * radiusM, 0.013);
    parts.push(coloured(mark, straightMark));
    return merged(parts);
}
