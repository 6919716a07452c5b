/** Speed, gear, engine, pedals, steering wheel and lamps. */
import type { CarFrame } from "../frame";
import type { Painter } from "./dial";
import { degrees, fixed, gearName, kmh, rpm } from "./format";
import { createHold, type Lamps, newLamps, readLamps } from "./lamps";
import type { Surface } from "./surface";
import { tokens } from "./tokens";

/** The red zone begins at this share of the limiter. */
const redShare = 0.92;
/** The power bar's scale to begin with; it grows with what the motors give. */
const leastMotorScaleW = 60_000;
const faint = () => tokens().veil(12);
const aidNames = { antiLock: "ABS", traction: "TCS", stability: "ESC" } as const;
const aids = ["antiLock", "traction", "stability"] as const;
const kinds = ["locked", "spinning", "airborne"] as const;

function paintSpeed(surface: Surface, car: CarFrame) {
    const { ink, inkSoft } = tokens();
    surface.text(fixed(kmh(car.speedMps), 0), 84, 40, 42, ink, "right");
    surface.text("km/h", 88, 40, 12, inkSoft); // ends before the lamps of the aids
}

function paintGear(surface: Surface, car: CarFrame) {
    const { context, width } = surface;
    const { ink, inkSoft, line } = tokens();
    context.strokeStyle = line;
    context.fillStyle = tokens().veil(6);
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(width - 46.5, 0.5, 46, 43, 8);
    context.fill();
    context.stroke();
    surface.text(gearName(car.gear), width - 23.5, 31, 26, ink, "center");
    surface.text("gear", width - 23.5, 41, 9, inkSoft, "center");
}

/** The bar ends at the limiter; its red end says where to shift, a tick is 1000 rpm. */
function paintEngine(surface: Surface, car: CarFrame, limiterRpm: number, y: number) {
    const { context, width } = surface;
    const { accent, bad, ink, inkSoft } = tokens();
    const now = rpm(car.engineRadps);
    const share = Math.min(1, now / limiterRpm);
    context.fillStyle = faint();
    context.fillRect(0, y, width, 12);
    context.fillStyle = "rgb(255 100 89 / 38%)";
    context.fillRect(width * redShare, y, width * (1 - redShare), 12);
    context.fillStyle = share > redShare ? bad : accent;
    context.fillRect(0, y, width * share, 12);
    context.fillStyle = tokens().paper;
    for (let tick = 1000; tick < limiterRpm; tick += 1000)
        context.fillRect(Math.round((width * tick) / limiterRpm), y + 6, 1, 6);
    surface.text(`${fixed(now, 0)} rpm`, 0, y + 24, 11, ink);
    surface.text(`limit ${fixed(limiterRpm, 0)}`, width, y + 24, 11, inkSoft, "right");
}

/** Paints electric motors: to the right the driving power, to the left the power into the battery. */
function paintMotors(surface: Surface, car: CarFrame, mostW: number, y: number) {
    const { context, width } = surface;
    const { accent, good, ink, inkSoft } = tokens();
    const middle = width / 3;
    const share = Math.max(-0.5, Math.min(1, car.motorPowerW / mostW));
    context.fillStyle = faint();
    context.fillRect(0, y, width, 12);
    context.fillStyle = share < 0 ? good : accent;
    context.fillRect(middle, y, (width - middle) * share, 12);
    context.fillStyle = ink;
    context.fillRect(middle, y, 1, 12);
    surface.text(`${fixed(car.motorPowerW / 1000, 0)} kW`, 0, y + 24, 11, ink);
    if (car.batteryCharge > 0)
        surface.text(
            `battery ${fixed(100 * car.batteryCharge, 1)} %`,
            width,
            y + 24,
            11,
            inkSoft,
            "right",
        );
}

function describeDrive(car: CarFrame, limiterRpm: number): string[] {
    if (limiterRpm > 0) return [`${fixed(rpm(car.engineRadps), 0)} rpm`];
    const motors = `${fixed(car.motorPowerW / 1000, 0)} kW`;
    if (!(car.batteryCharge > 0)) return [motors];
    return [motors, `battery ${fixed(100 * car.batteryCharge, 0)} %`];
}

function paintPedal(
    surface: Surface,
    name: string,
    share: number,
    x: number,
    y: number,
    colour: string,
) {
    const { context } = surface;
    const height = 40;
    const full = height * Math.min(1, Math.max(0, share));
    context.fillStyle = faint();
    context.fillRect(x, y, 14, height);
    context.fillStyle = colour;
    context.fillRect(x, y + height - full, 14, full);
    surface.text(name, x + 7, y + height + 11, 10, tokens().inkSoft, "center");
}

function paintPedals(surface: Surface, car: CarFrame, y: number) {
    const { good, bad, accent, ink } = tokens();
    paintPedal(surface, "clu", 1 - car.clutchEngagement, 3, y, ink);
    paintPedal(surface, "brk", car.brake, 27, y, bad);
    paintPedal(surface, "thr", car.throttle, 51, y, good);
    paintPedal(surface, "hnd", car.handBrake, 75, y, accent);
}

function paintWheel(surface: Surface, angleRad: number, x: number, y: number) {
    const { context } = surface;
    const { ink, accent, inkSoft } = tokens();
    context.save();
    context.translate(x, y);
    context.rotate(-angleRad);
    context.lineWidth = 3.5;
    context.strokeStyle = ink;
    context.beginPath();
    context.arc(0, 0, 17, 0, 2 * Math.PI);
    context.stroke();
    context.lineWidth = 3;
    for (const [toX, toY] of [
        [-16, 2],
        [16, 2],
        [0, 17],
    ] as const)
        surface.line(0, 2, toX, toY);
    context.strokeStyle = accent;
    context.lineWidth = 4;
    surface.line(0, -20, 0, -14); // the mark on its rim
    context.restore();
    surface.text(`${fixed(degrees(angleRad), 0)}°`, x, y + 31, 10, inkSoft, "center");
}

/** A lamp of that width whose right edge is `right` from the dial's. */
function paintLamp(
    surface: Surface,
    text: string,
    lit: boolean,
    [right, y, wide]: readonly [number, number, number],
    colour: string,
) {
    const { context, width } = surface;
    context.fillStyle = lit ? colour : tokens().veil(5);
    context.beginPath();
    context.roundRect(width - right - wide, y, wide, 15, 4);
    context.fill();
    const ink = lit ? tokens().paper : tokens().veil(55);
    surface.text(text, width - right - wide / 2, y + 11, 10, ink, "center");
}

/** How many wheels do that. */
function paintWheelLamp(surface: Surface, name: string, count: number, y: number, colour: string) {
    paintLamp(surface, count > 0 ? `${name} ${count}` : name, count > 0, [0, y, 54], colour);
}

export function createSpeed(): Painter {
    const lamps = newLamps();
    const holds = Object.fromEntries(
        [...kinds, ...aids].map((each) => [each, createHold(0.3)]),
    ) as Record<keyof Lamps, ReturnType<typeof createHold>>;
    let limiterRpm = 6500; // 0: no engine
    let mostMotorW = leastMotorScaleW;

    return {
        setInfo(info) {
            limiterRpm = rpm(info.limiterRadps);
            mostMotorW = leastMotorScaleW;
        },
        startOver() {
            for (const hold of Object.values(holds)) hold.clear();
        },
        follow(car, stepS) {
            readLamps(car, lamps);
            mostMotorW = Math.max(mostMotorW, car.motorPowerW);
            for (const kind of [...kinds, ...aids]) holds[kind].take(lamps[kind], stepS);
        },
        paint(surface, car) {
            const { bad, accent, ink } = tokens();
            paintSpeed(surface, car);
            paintGear(surface, car);
            if (limiterRpm > 0) paintEngine(surface, car, limiterRpm, 54);
            else paintMotors(surface, car, mostMotorW, 54);
            paintPedals(surface, car, 88);
            paintWheel(surface, car.steeringWheelRad, 125, 108);
            paintWheelLamp(surface, "LOCK", holds.locked.shown, 89, bad);
            paintWheelLamp(surface, "SPIN", holds.spinning.shown, 107, accent);
            paintWheelLamp(surface, "AIR", holds.airborne.shown, 125, ink);
            aids.forEach((aid, i) => {
                paintLamp(surface, aidNames[aid], holds[aid].shown > 0, [54, 14.5 * i, 32], accent);
            });
        },
        describe(car) {
            const said = [
                `${fixed(kmh(car.speedMps), 0)} km/h`,
                `gear ${gearName(car.gear)}`,
                ...describeDrive(car, limiterRpm),
                `throttle ${fixed(100 * car.throttle, 0)} %`,
                `brake ${fixed(100 * car.brake, 0)} %`,
                `steering wheel ${fixed(degrees(car.steeringWheelRad), 0)}°`,
                ...kinds
                    .filter((kind) => holds[kind].shown > 0)
                    .map((kind) => `${holds[kind].shown} wheels ${kind}`),
                ...aids.filter((aid) => holds[aid].shown > 0).map((aid) => `${aidNames[aid]} acts`),
            ];
            return said.join(", ");
        },
    };
}
