/** Dashboard, binnacle, centre console and doors of what has a windscreen. */
import type { BufferGeometry } from "three";
import type { Dash, Layout, Panel, Point } from "./layout";
import { across, ball, box, colours, rod, sheet } from "./shapes";

/** From the windscreen's foot over the edge down to the knees. */
function top({ cowlX, cowlZ, edgeX, topZ, halfM }: Dash): BufferGeometry[] {
    const edge = [
        [cowlX + 0.01, Math.max(cowlZ + 0.015, topZ - 0.01)], // up to the bonnet, or one would see below it
        [cowlX, topZ - 0.015],
        [edgeX + 0.09, topZ],
        [edgeX + 0.03, topZ - 0.006],
        [edgeX, topZ - 0.025],
        [edgeX - 0.008, topZ - 0.05],
        [edgeX + 0.004, topZ - 0.085],
    ] as const;
    const strip = [edge[6], [edgeX + 0.012, topZ - 0.115]] as const;
    const low = [
        strip[1],
        [edgeX + 0.006, topZ - 0.125],
        [edgeX + 0.05, topZ - 0.25],
        [edgeX + 0.16, topZ - 0.42],
        [edgeX + 0.3, topZ - 0.6],
    ] as const;
    const wide = (section: readonly (readonly [number, number])[], colour: string) => across(section, -halfM, halfM, colour);
    return [wide(edge, colours.dash), wide(strip, colours.strip), wide(low, colours.panel)];
}

/** A dark opening with slats. */
function vent(x: number, y: number, z: number): BufferGeometry[] {
    const slats = [-0.017, 0, 0.017].map((dz) => box([0.012, 0.105, 0.004], [x - 0.012, y, z + dz], colours.strip));
    return [box([0.02, 0.12, 0.058], [x, y, z], colours.dark), ...slats];
}

/** The hood around the dials and the face behind them. */
function binnacle({ centre: [x, y, z], widthM, heightM, leanRad }: Panel, topZ: number): BufferGeometry[] {
    const [half, high] = [widthM / 2 + 0.02, heightM / 2 + 0.012];
    const low = Math.min(z - high, topZ) - 0.03;
    const arch = (atX: number, grow: number): Point[] => {
        const onSight = (x - atX) * Math.tan(leanRad); // it ends where the dials do, as the driver sees them
        const points: Point[] = [[atX, y - half - grow, low]];
        for (let i = 0; i <= 10; ++i) {
            const angle = Math.PI * (1 - i / 10);
            const rise = Math.sin(angle) ** 0.5;
            points.push([atX, y + (half + grow) * Math.cos(angle) * (1 - 0.06 * rise), z + onSight + (high + grow) * (1.4 * rise - 0.4)]);
        }
        return [...points, [atX, y + half + grow, low]];
    };
    const lean = Math.sin(leanRad) * high;
    const [near, far] = [x - 0.075, x + 0.16];
    const face = box([0.01, widthM + 0.03, heightM + 0.05], [0, 0, 0], colours.dark);
    face.rotateY(leanRad).translate(x + 0.012 + lean * 0.1, y, z);
    const apronM = Math.max(0.02, z - high - low + 0.05);
    return [
        box([0.03, widthM + 0.03, apronM], [x + 0.02, y, z - high + 0.02 - apronM / 2], colours.hood),
        sheet([arch(near, 0), arch(near - 0.004, 0.007), arch(near + 0.01, 0.014), arch(far, 0.01)], colours.hood),
        sheet([arch(near, 0), arch(x + 0.02, -0.004)], colours.dark),
        face,
    ];
}

/** A screen with lines on it, a row of knobs, a shelf. */
function consoleBlock({ edgeX, topZ }: Dash, y: number): BufferGeometry[] {
    const x = edgeX - 0.012;
    const lines = [0.03, 0.006, -0.018].map((dz, i) =>
        box([0.002, 0.12 - 0.03 * i, 0.006], [x - 0.014, y + 0.015 * i, topZ - 0.2 + dz], colours.glow),
    );
    const knobs = [-0.07, 0, 0.07].map((dy) =>
        rod([x - 0.005, y + dy, topZ - 0.29], [x - 0.03, y + dy, topZ - 0.285], 0.017, colours.metal, 0.014),
    );
    return [
        box([0.1, 0.27, 0.34], [edgeX + 0.05, y, topZ - 0.27], colours.dash),
        box([0.02, 0.2, 0.1], [x - 0.004, y, topZ - 0.2], colours.screen),
        ...lines,
        ...knobs,
        ...vent(x, y - 0.066, topZ - 0.1),
        ...vent(x, y + 0.066, topZ - 0.1),
    ];
}

function tunnel({ edgeX, topZ }: Dash, { knob, eye }: Layout, y: number): BufferGeometry[] {
    const z = knob[2] - 0.13;
    const [from, to] = [eye[0] - 0.5, edgeX + 0.1];
    const width = Math.min(0.24, 0.55 * Math.abs(eye[1]));
    const foot: Point = [knob[0] + 0.03, knob[1], z + 0.01];
    const brakeX = eye[0] + 0.05;
    return [
        box([to - from, width, 0.16], [(from + to) / 2, y, z - 0.08], colours.panel),
        box([0.09, 0.08, 0.012], [foot[0], foot[1], z + 0.005], colours.leather),
        rod(foot, knob, 0.009, colours.metal, 0.007),
        ball(0.024, knob, colours.leather),
        rod([brakeX - 0.16, y - 0.04, z + 0.02], [brakeX + 0.06, y - 0.04, z + 0.06], 0.013, colours.leather, 0.015),
        box([0.2, width, Math.max(0.02, topZ - 0.4 - z)], [edgeX + 0.06, y, (topZ - 0.4 + z) / 2], colours.panel),
    ];
}

/** A card with an armrest, a handle and a speaker. */
function door({ edgeX, waistZ, doorY }: Dash, eyeX: number, side: number): BufferGeometry[] {
    const [from, to] = [eyeX - 0.5, edgeX + 0.12];
    const [mid, long] = [(from + to) / 2, to - from];
    const y = side * doorY;
    return [
        box([long, 0.02, 0.42], [mid, y, waistZ - 0.26], colours.panel),
        box([long, 0.05, 0.03], [mid, y - side * 0.01, waistZ - 0.04], colours.dash),
        box([0.5, 0.07, 0.05], [eyeX + 0.2, y - side * 0.035, waistZ - 0.27], colours.leather),
        box([0.12, 0.02, 0.024], [eyeX + 0.42, y - side * 0.02, waistZ - 0.14], colours.strip),
    ];
}

export function dashboardParts(layout: Layout): BufferGeometry[] {
    const { dash, cluster, eye, steering } = layout;
    if (!dash || !cluster) return [];
    const { edgeX, topZ, halfM } = dash;
    const side = Math.sign(eye[1]) || 1;
    // The console is in the middle of the car, or beside a driver who sits there.
    const middle = Math.abs(eye[1]) > 0.25 ? 0 : -0.4;
    const [sx, sy, sz] = steering.centre;
    return [
        ...top(dash),
        ...binnacle(cluster, topZ),
        ...consoleBlock(dash, middle),
        ...tunnel(dash, layout, middle),
        ...[1, -1].flatMap((end) => vent(edgeX - 0.006, end * (halfM - 0.1), topZ - 0.055)),
        box([0.004, 0.36, 0.006], [edgeX + 0.03, -side * Math.abs(eye[1]), topZ - 0.2], colours.dark), // the glove box
        ...[1, -1].flatMap((end) => door(dash, eye[0], end)),
        rod([sx + 0.02, sy, sz - 0.02], [edgeX + 0.08, sy, sz - 0.02 - 0.3 * Math.tan(0.4)], 0.035, colours.hood),
    ];
}
