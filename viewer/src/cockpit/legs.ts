/** The driver's legs. Wide screens hardly show them, upright ones do. */
import type { BufferGeometry } from "three";
import type { Layout, Point } from "./layout";
import { rod } from "./shapes";

const trousers = "#2a2f3a";
const shoes = "#1a1b1d";

/** From the eye: hips, knees and feet. */
const hip = { ahead: 0.02, out: 0.1, below: 0.66 };
const knee = { ahead: 0.46, out: 0.15, below: 0.56 };
const foot = { ahead: 0.86, out: 0.12, below: 0.92 };

function leg([x, y, z]: Point, side: number, maxAheadM: number): BufferGeometry[] {
    const at = ({ ahead, out, below }: typeof hip): Point => [x + Math.min(ahead, maxAheadM), y + side * out, z - below];
    const toe: Point = [x + Math.min(foot.ahead, maxAheadM) + 0.14, y + side * foot.out, z - foot.below + 0.03];
    return [
        rod(at(hip), at(knee), 0.085, trousers, 0.062, 12),
        rod(at(knee), at(foot), 0.06, trousers, 0.045, 12),
        rod(at(foot), toe, 0.05, shoes, 0.035, 10),
    ];
}

export function legParts({ eye, steering, dash }: Layout): BufferGeometry[] {
    const isInHull = steering.squash < 1;
    if (isInHull) return [];
    const maxAheadM = dash ? dash.cowlX - eye[0] - 0.1 : Infinity;
    return [1, -1].flatMap((side) => leg(eye, side, maxAheadM));
}
