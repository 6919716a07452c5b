/** Where the cursor is: the course, the lines of both runs, and both cars. */
import type { Path } from "kamm";
import { createSurface } from "../dials/surface";
import { tokens } from "../dials/tokens";
import { roadOf } from "../replay/chart";
import { element } from "../view";
import { type Selection, timeAtCursor } from "./model";
import { hasPose } from "./car_of_run";
import { columnValues, placeAt, type Run, valueAt } from "./run";
import { runColours } from "./traces";

const nearM = 90;
const marginPx = 20;

interface Line {
    readonly run: Run;
    readonly x: Float32Array;
    readonly y: Float32Array;
}

interface Frame {
    readonly x: number;
    readonly y: number;
    readonly pixelsPerM: number;
}

const lineOf = (run: Run): Line => ({ run, x: columnValues(run, "x_m"), y: columnValues(run, "y_m") });

/** What shows all lines. */
function frameOf(lines: readonly Line[], width: number, height: number): Frame {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { x, y } of lines)
        for (let i = 0; i < x.length; ++i) {
            [west, east] = [Math.min(west, x[i]!), Math.max(east, x[i]!)];
            [south, north] = [Math.min(south, y[i]!), Math.max(north, y[i]!)];
        }
    const across = Math.max(east - west, 20);
    const up = Math.max(north - south, 20);
    const pixelsPerM = Math.min((width - 2 * marginPx) / across, (height - 2 * marginPx) / up);
    return { x: (west + east) / 2, y: (south + north) / 2, pixelsPerM };
}

export function createTrackMap(parent: HTMLElement, selection: Selection, circuit: Path) {
    const button = element("button", "telemetry-map", parent);
    button.type = "button";
    button.title = "Near the cursor, or the whole";
    button.ariaLabel = "Map of the runs: show what is near the cursor";
    button.ariaPressed = "false";
    const surface = createSurface(button, "telemetry-map-canvas", "Map of the runs");
    const road = roadOf(circuit);
    let lines: Line[] = [];
    let isNear = false;
    button.addEventListener("click", () => {
        isNear = !isNear;
        button.ariaPressed = String(isNear);
        draw();
    });

    /** Returns x, y and heading of a run at the cursor. */
    function placeOf(run: Run) {
        const place = placeAt(run.timesS, timeAtCursor(selection, run));
        const read = (name: string) => valueAt(run, name, place);
        return { x: read("x_m"), y: read("y_m"), yawRad: read("yaw_rad") };
    }

    function draw() {
        if (!surface.begin() || lines.length === 0) return;
        const { context, width, height } = surface;
        const middle = placeOf(lines[0]!.run);
        const map = isNear ? { ...middle, pixelsPerM: Math.min(width, height) / nearM } : frameOf(lines, width, height);
        context.save();
        context.translate(width / 2, height / 2);
        context.scale(map.pixelsPerM, map.pixelsPerM);
        context.translate(-map.x, map.y);
        context.lineJoin = "round";
        context.strokeStyle = tokens().veil(20);
        context.lineWidth = circuit.widthM;
        context.stroke(road);
        [...lines].reverse().forEach(({ x, y, run }) => {
            context.strokeStyle = runColours()[run === selection.main ? 0 : 1];
            context.lineWidth = 1.6 / map.pixelsPerM;
            context.beginPath();
            x.forEach((each, i) => context.lineTo(each, -y[i]!));
            context.stroke();
        });
        [...lines]
            .reverse()
            .forEach(({ run }) => drawCar(placeOf(run), runColours()[run === selection.main ? 0 : 1], map.pixelsPerM));
        context.restore();
    }

    function drawCar({ x, y, yawRad }: { x: number; y: number; yawRad: number }, colour: string, pixelsPerM: number) {
        const { context } = surface;
        context.save();
        context.translate(x, -y);
        context.rotate(-yawRad);
        context.scale(1 / pixelsPerM, 1 / pixelsPerM);
        context.beginPath();
        for (const [px, py] of [
            [12, 0],
            [-8, 8],
            [-4, 0],
            [-8, -8],
        ] as const)
            context.lineTo(px, py);
        context.closePath();
        context.fillStyle = colour;
        context.fill();
        context.lineWidth = 1.5;
        context.strokeStyle = tokens().ink;
        context.stroke();
        context.restore();
        button.dataset["at"] = `${x.toFixed(2)},${y.toFixed(2)}`;
    }

    return {
        draw,
        reset() {
            lines = [selection.main, selection.other]
                .filter((run): run is Run => run !== null && hasPose(run))
                .map(lineOf);
            button.hidden = lines.length === 0;
        },
    };
}
