/** How the instruments look, on a canvas. */
import { angleOf, type Scale, startRad, sweepRad } from "./gauges";
import { type LampName, lampNames, type Readings } from "./readings";

const inks = {
    face: "#0d0f12",
    ring: "#3b414a",
    ink: "#f2f4f6",
    faint: "#9aa4b0",
    needle: "#ff7a2f",
    red: "#ff4436",
    green: "#4fd08a",
    off: "#22262c",
} as const;

const lampLooks: Readonly<Record<LampName, readonly [text: string, colour: string]>> = {
    antiLock: ["ABS", "#ffb52e"],
    stability: ["ESC", "#ffb52e"],
    traction: ["TCS", "#ffb52e"],
    handBrake: ["(P)", "#ff4436"],
    fault: ["!", "#ff4436"],
};

type Pen = CanvasRenderingContext2D;

function text(pen: Pen, what: string, x: number, y: number, sizePx: number, colour: string, weight = 600) {
    pen.font = `${weight} ${sizePx}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = colour;
    pen.fillText(what, x, y);
}

function ray(pen: Pen, [x, y]: readonly [number, number], angle: number, from: number, to: number) {
    pen.beginPath();
    pen.moveTo(x + from * Math.cos(angle), y + from * Math.sin(angle));
    pen.lineTo(x + to * Math.cos(angle), y + to * Math.sin(angle));
    pen.stroke();
}

function marks(pen: Pen, at: readonly [number, number], r: number, scale: Scale) {
    const count = Math.round((scale.to - scale.from) / scale.step);
    const isCrowded = count > 9;
    for (let i = 0; i <= 2 * count; ++i) {
        const value = scale.from + (i / 2) * scale.step;
        const angle = angleOf(scale, value);
        const isMain = i % 2 === 0;
        pen.strokeStyle = value >= scale.redFrom && scale.redFrom < scale.to ? inks.red : inks.ink;
        pen.lineWidth = isMain ? 4 : 2;
        ray(pen, at, angle, r * (isMain ? 0.86 : 0.91), r * 0.98);
        if (!isMain || (isCrowded && i % 4 !== 0)) continue;
        const label = String(Number((value / scale.unit).toFixed(1)));
        text(pen, label, at[0] + 0.68 * r * Math.cos(angle), at[1] + 0.68 * r * Math.sin(angle), 0.19 * r, inks.ink);
    }
}

function redArc(pen: Pen, [x, y]: readonly [number, number], r: number, scale: Scale) {
    if (scale.redFrom >= scale.to) return;
    pen.strokeStyle = inks.red;
    pen.lineWidth = 0.07 * r;
    pen.beginPath();
    pen.arc(x, y, 0.95 * r, angleOf(scale, scale.redFrom), startRad + sweepRad);
    pen.stroke();
}

/** Energy that comes back is shown on a green arc. */
function backArc(pen: Pen, [x, y]: readonly [number, number], r: number, scale: Scale) {
    if (scale.from >= 0) return;
    pen.strokeStyle = inks.green;
    pen.lineWidth = 0.07 * r;
    pen.beginPath();
    pen.arc(x, y, 0.95 * r, startRad, angleOf(scale, 0));
    pen.stroke();
}

function needle(pen: Pen, at: readonly [number, number], r: number, angle: number) {
    pen.strokeStyle = inks.needle;
    pen.lineCap = "round";
    pen.lineWidth = 0.06 * r;
    ray(pen, at, angle, -0.14 * r, 0.88 * r);
    pen.lineCap = "butt";
    pen.fillStyle = inks.off;
    pen.beginPath();
    pen.arc(at[0], at[1], 0.13 * r, 0, 2 * Math.PI);
    pen.fill();
}

/** A dial's radius, of the picture's height. */
const dialShare = 0.47;
const lampPx = [44, 26] as const;
/** Lamps in the dials: the wheel's hub hides the low part between them. */
const aidLamps = ["antiLock", "stability", "traction"] as const satisfies readonly LampName[];
const otherLamps = ["handBrake", "fault"] as const satisfies readonly LampName[];

function lampRow(pen: Pen, { lamps }: Readings, names: readonly LampName[], x: number, y: number) {
    const [wide, high] = lampPx;
    names.forEach((name, i) => {
        const [label, colour] = lampLooks[name];
        const left = x + (i - names.length / 2) * wide;
        pen.fillStyle = lamps[name] ? colour : inks.off;
        pen.beginPath();
        pen.roundRect(left + 2, y - high / 2, wide - 4, high, 6);
        pen.fill();
        text(pen, label, left + wide / 2, y + 1, 17, lamps[name] ? "#15181c" : "#59616b", 700);
    });
}

function dial(pen: Pen, x: number, scale: Scale, value: number, readings: Readings, lamps: readonly LampName[]) {
    const { height } = pen.canvas;
    const at = [x, height / 2] as const;
    const r = dialShare * height;
    pen.strokeStyle = inks.ring;
    pen.lineWidth = 3;
    pen.beginPath();
    pen.arc(at[0], at[1], r, 0, 2 * Math.PI);
    pen.stroke();
    redArc(pen, at, r, scale);
    backArc(pen, at, r, scale);
    marks(pen, at, r, scale);
    text(pen, scale.title, at[0], at[1] + 0.72 * r, 0.15 * r, inks.faint, 500);
    lampRow(pen, readings, lamps, at[0], at[1] + 0.28 * r);
    needle(pen, at, r, angleOf(scale, value));
}

/** Two dials with gear, speed and lamps between them. */
export function paintCluster(pen: Pen, readings: Readings) {
    const { width, height } = pen.canvas;
    const { drive, speed, driveValue, speedKmh, gear, charge } = readings;
    pen.fillStyle = inks.face;
    pen.fillRect(0, 0, width, height);
    const middle = width / 2;
    const fromEdge = dialShare * height + 4;
    dial(pen, fromEdge, drive, driveValue, readings, aidLamps);
    dial(pen, width - fromEdge, speed, speedKmh, readings, otherLamps);
    text(pen, gear, middle, 0.2 * height, 0.26 * height, inks.ink, 700);
    text(pen, String(Math.round(speedKmh)), middle, 0.46 * height, 0.25 * height, inks.ink, 700);
    text(pen, "km/h", middle, 0.62 * height, 0.085 * height, inks.faint);
    if (charge >= 0) text(pen, `${Math.round(100 * charge)} %`, middle, 0.74 * height, 0.1 * height, inks.green);
}

const lights = 12;
/** From this share of the limit the lights are red. */
const shiftShare = 0.92;

/** A row of lights over gear and speed; 1 part by 2. */
export function paintDisplay(pen: Pen, readings: Readings) {
    const { width, height } = pen.canvas;
    const { drive, driveValue, gear, speedKmh, lamps } = readings;
    pen.fillStyle = inks.face;
    pen.fillRect(0, 0, width, height);
    const share = driveValue / drive.redFrom;
    for (let i = 0; i < lights; ++i) {
        const at = (i + 1) / lights;
        const isRed = at > shiftShare;
        const colour = isRed ? inks.red : at > 0.7 ? inks.needle : inks.green;
        pen.fillStyle = share >= (isRed ? shiftShare : at) ? colour : inks.off;
        pen.fillRect(12 + (i * (width - 24)) / lights, 12, (width - 24) / lights - 6, 0.14 * height);
    }
    text(pen, gear, 0.24 * width, 0.6 * height, 0.55 * height, inks.ink, 700);
    text(pen, String(Math.round(speedKmh)), 0.68 * width, 0.5 * height, 0.36 * height, inks.ink, 700);
    const lit = lampNames.filter((name) => lamps[name]);
    const note = lit.length > 0 ? lit.map((name) => lampLooks[name][0]).join(" ") : "km/h";
    text(pen, note, 0.68 * width, 0.8 * height, 0.14 * height, lit.length > 0 ? inks.red : inks.faint);
}
