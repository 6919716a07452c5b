/**
 * The curves of each wheel's tyre as it stands now: side force over slip angle, drive and brake force over slip ratio, from
 * the core's own law, with the point at which it works.
 */
import type { ModelInfo, Rung, TyreConditions, Vehicle } from "kamm";
import { placeWheels } from "../dials/circles";
import type { Painter } from "../dials/dial";
import { degrees, fixed, kilonewtons } from "../dials/format";
import { slipShown } from "../dials/rest";
import type { Surface } from "../dials/surface";
import { tokens } from "../dials/tokens";
import { wheelLooks, type WheelLook } from "../dials/wheel_looks";
import type { CarFrame, WheelFrame } from "../frame";
import { sayWheels, type WheelName, wheelNames } from "../wheels";

/** What of a vehicle is asked for. */
export type TyreLaw = Pick<Vehicle, "tyreForces" | "get">;

export interface Curves {
    /** Side force by slip angle, and drive force by slip ratio: in N, as many as there are slips. */
    readonly lateralN: Float64Array;
    readonly longitudinalN: Float64Array;
}

const points = 41;
/** From one end to the other, closer about 0 where the curves are steep. */
const spread = Array.from({ length: points }, (_, i) => {
    const share = (2 * i) / (points - 1) - 1;
    return share * Math.abs(share);
});
const mostRad = 0.28;
const mostRatio = 0.3;
export const anglesRad = spread.map((share) => share * mostRad);
export const ratios = spread.map((share) => share * mostRatio);

const cappedTyre = 0;

/** The rungs below have a rule of their own in place of the law whose curves are drawn; double track may have one, too. */
export const hasLaw = (rung: Rung, vehicle: TyreLaw): boolean =>
    rung === "full" || (rung === "double_track" && vehicle.get("double_track.tyre") !== cappedTyre);

const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value));

/** With the slip that the wheel has in the other direction: under power, the side force is less. */
export function curvesOf(vehicle: TyreLaw, info: ModelInfo, wheel: WheelFrame, i: number, speedMps: number): Curves {
    const at: TyreConditions = {
        loadN: Math.max(0, wheel.loadN),
        camberRad: wheel.camberRad,
        friction: wheel.groundFriction * (wheel.tyreGrip || 1),
        speedMps: Math.max(5, Math.abs(speedMps)),
        side: info.wheelSide[i]!,
    };
    const axle = info.wheelAxle[i]!;
    const [ratio, angle] = [clamp(wheel.slipRatio, 1), clamp(wheel.slipAngleRad, 1.2)];
    const { lateralN } = vehicle.tyreForces(axle, at, anglesRad.map(() => ratio), anglesRad);
    const { longitudinalN } = vehicle.tyreForces(axle, at, ratios, ratios.map(() => angle));
    return { lateralN, longitudinalN };
}

const everyMs = 90;
const labelPx = 15;
const gapPx = 5;

interface Box {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
}

/** A curve in a box, its origin in the middle; the point is where the wheel is. */
function paintCurve(
    { context }: Surface,
    { x, y, width, height }: Box,
    shares: readonly number[],
    forcesN: Float64Array,
    mostN: number,
    look: WheelLook,
    point: readonly [share: number, forceN: number],
) {
    const toX = (share: number) => x + (width / 2) * (1 + share);
    const toY = (forceN: number) => y + (height / 2) * (1 - clamp(forceN / mostN, 1));
    context.strokeStyle = tokens().line;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, toY(0));
    context.lineTo(x + width, toY(0));
    context.moveTo(toX(0), y);
    context.lineTo(toX(0), y + height);
    context.stroke();
    context.strokeStyle = look.colour;
    context.lineWidth = 1.6;
    context.beginPath();
    forcesN.forEach((force, i) => context.lineTo(toX(shares[i]!), toY(force)));
    context.stroke();
    context.fillStyle = tokens().accent;
    context.beginPath();
    context.arc(toX(clamp(point[0], 1)), toY(point[1]), 3.5, 0, 2 * Math.PI);
    context.fill();
}

/** Cold, as it should be, hot: against the tyre's own best temperature. */
function paintHeat({ context }: Surface, { x, y, width }: Box, wheel: WheelFrame, bestK: number, widthK: number) {
    const share = clamp((wheel.treadTemperatureK - bestK) / (2 * widthK), 1);
    context.fillStyle = tokens().veil(18);
    context.fillRect(x, y, width, 3);
    context.fillStyle = share < -0.25 ? "#5cb8ff" : share > 0.25 ? tokens().bad : tokens().good;
    context.fillRect(x, y, (width * (1 + share)) / 2, 3);
}

const mirroredAngles = [...spread].map((share) => -share);

/** `player`: the vehicle as it is now, and on which rung. */
export function createCurves(player: () => { vehicle: TyreLaw; rung: Rung }): Painter {
    let info: ModelInfo | null = null;
    let looks: WheelLook[] = [];
    let names: WheelName[] = [];
    let places: ReturnType<typeof placeWheels> = [];
    let known: (Curves | null)[] = [];
    let knownMs = -Infinity;

    function ask(car: CarFrame, vehicle: TyreLaw) {
        const nowMs = performance.now();
        if (nowMs - knownMs < everyMs) return;
        knownMs = nowMs;
        known = car.wheels.map((wheel, i) => (i < places.length ? curvesOf(vehicle, info!, wheel, i, car.forwardSpeedMps) : null));
    }

    /** One scale for all: that of the wheels at rest, or of what is more. */
    function mostN({ staticLoadN, peakFrictionX, peakFrictionY }: ModelInfo): number {
        const atRest = staticLoadN.map((load, i) => load * Math.max(peakFrictionX[i]!, peakFrictionY[i]!));
        const now = known.flatMap((curves) => (curves ? [...curves.lateralN, ...curves.longitudinalN].map(Math.abs) : []));
        return 1.08 * Math.max(1, ...atRest, ...now);
    }

    function paintWheel(surface: Surface, car: CarFrame, wheel: WheelFrame, i: number, cell: Box, most: number, vehicle: TyreLaw) {
        const curves = known[i];
        if (!curves) return;
        const { x, y, width } = cell;
        const height = (cell.height - labelPx - 2 * gapPx) / 2;
        const [look, shown] = [looks[i]!, slipShown(car)];
        const [upper, lower] = [
            { x, y, width, height },
            { x, y: y + height + gapPx, width, height },
        ] as const;
        const angle = shown * wheel.slipAngleRad;
        paintCurve(surface, upper, mirroredAngles, curves.lateralN, most, look, [-angle / mostRad, wheel.lateralForceN]);
        paintCurve(surface, lower, spread, curves.longitudinalN, most, look, [wheel.slipRatio / mostRatio, wheel.longitudinalForceN]);
        const { inkSoft, ink } = tokens();
        surface.text(`${fixed(degrees(angle), 1)}°`, x + width - 1, upper.y + height - 2, 10, inkSoft, "right");
        surface.text(`${fixed(100 * wheel.slipRatio, 0)} %`, x + width - 1, lower.y + height - 2, 10, inkSoft, "right");
        const patch = `${fixed(1000 * wheel.patchLengthM, 0)} × ${fixed(1000 * wheel.patchWidthM, 0)}`;
        const pressed = `↓${fixed(1000 * wheel.tyreDeflectionM, 0)} mm`;
        const below = y + cell.height - 4;
        surface.text(patch, x, below, 10, ink);
        surface.text(pressed, x + width - 1, below, 10, ink, "right");
        if (wheel.treadTemperatureK <= 0) return;
        const heat = `axles[${info!.wheelAxle[i]!}].tyre.heat`;
        paintHeat(surface, { ...cell, y: below + 3 }, wheel, vehicle.get(`${heat}.best_temperature_k`), vehicle.get(`${heat}.grip_width_k`));
        surface.text(`${fixed(wheel.treadTemperatureK - 273.15, 0)} °C`, x + 1, upper.y + 10, 10, inkSoft);
    }

    return {
        setInfo(model) {
            info = model;
            looks = wheelLooks(model);
            names = wheelNames(model);
            places = placeWheels(model);
            knownMs = -Infinity;
        },
        heightFactor: ({ axleCount }) => axleCount / 2,
        paint(surface, car) {
            const { vehicle, rung } = player();
            const { width, height } = surface;
            if (!info || !hasLaw(rung, vehicle)) {
                surface.text("This model's tyres have no such curves:", width / 2, 24, 11, tokens().inkSoft, "center");
                surface.text("full and double track have them.", width / 2, 40, 11, tokens().inkSoft, "center");
                return;
            }
            ask(car, vehicle);
            const rows = info.axleCount;
            const columns = Math.round(1 / Math.min(0.5, 2 * Math.min(...places.map(({ x }) => x))));
            const most = mostN(info);
            const [cellWidth, cellHeight] = [width / columns, height / rows];
            places.forEach((place, i) => {
                const wheel = car.wheels[i];
                if (!wheel) return;
                const cell = {
                    x: place.x * width - cellWidth / 2 + gapPx / 2,
                    y: place.y * height - cellHeight / 2,
                    width: cellWidth - gapPx,
                    height: cellHeight - gapPx,
                };
                paintWheel(surface, car, wheel, i, cell, most, vehicle);
            });
        },
        describe: (car) =>
            sayWheels(names, (i) => {
                const wheel = car.wheels[i];
                if (!wheel) return "";
                const slips = `slip angle ${fixed(degrees(wheel.slipAngleRad) * slipShown(car), 1)}°, slip ${fixed(100 * wheel.slipRatio, 0)} %`;
                return `${slips}, side force ${fixed(kilonewtons(wheel.lateralForceN), 1)} kN`;
            }),
    };
}
