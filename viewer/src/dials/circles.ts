/**
 * The Kamm circles of all wheels, on the car as seen from above: what each tyre could do, and what it does.
 *
 * A circle's half axes are peak friction × ground × load, all to one scale; the faint ring is the
 * same at rest on dry asphalt. The point inside is the tyre's force, forward up and left to the
 * left, turned as the wheel is steered.
 */
import type { WheelFrame } from "../frame";
import { axleRows, sayWheels, type WheelLayout, type WheelName, wheelNames } from "../wheels";
import { urgencyColour } from "./colour";
import type { Painter } from "./dial";
import { fixed, kilonewtons } from "./format";
import {
    type Grip,
    maxStaticGripN,
    newGrip,
    readGrip,
    type TyreGrip,
    tyreGrips,
    urgency,
    zoomFor,
} from "./grip";
import { paintCar, paintMotorcycle, paintTruck } from "./outline";
import type { Surface } from "./surface";
import { tokens } from "./tokens";
import { createTrail, followForce, type Trail } from "./trail";

const trailS = 1.1;
const labelHeight = 14;
/**
 * Share of a circle's room that it takes at rest; the rest is for a loaded wheel.
 */
const restShare = 0.6;

/** Where a wheel's circle lies in the unit square. */
export interface Place {
    readonly x: number;
    readonly y: number;
}

/** A row for each axle, whatever the true distances: the circles want room. */
export function placeWheels(layout: WheelLayout): Place[] {
    const rows = axleRows(layout);
    return layout.wheelAxle.map((axle, wheel) => ({
        x: (rows[axle]!.indexOf(wheel) + 0.5) / rows[axle]!.length,
        y: (axle + 0.5) / rows.length,
    }));
}

/** Where the most wheels stand side by side: the share of the width that each has. */
const narrowest = (layout: WheelLayout) =>
    1 / Math.max(2, ...axleRows(layout).map((row) => row.length));

/** Narrower than this, in px, a column has room for one number only. */
const minForTwoNumbers = 90;

function ellipse(context: CanvasRenderingContext2D, along: number, across: number) {
    context.beginPath();
    context.ellipse(0, 0, Math.max(0, across), Math.max(0, along), 0, 0, 2 * Math.PI);
}

function paintTyre(context: CanvasRenderingContext2D, room: number) {
    const size = Math.min(1, room / 40);
    context.fillStyle = "rgb(0 0 0 / 55%)";
    context.strokeStyle = tokens().veil(22);
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(-4.5 * size, -12 * size, 9 * size, 24 * size, 3 * size);
    context.fill();
    context.stroke();
}

function paintRings(context: CanvasRenderingContext2D, tyre: TyreGrip, grip: Grip, scale: number) {
    context.lineWidth = 1;
    context.strokeStyle = tokens().veil(20);
    context.setLineDash([2, 3]);
    ellipse(context, tyre.staticN * tyre.peakX * scale, tyre.staticN * tyre.peakY * scale);
    context.stroke();
    context.setLineDash([]);

    const colour = urgencyColour(urgency(grip.share));
    const radius = Math.max(1, Math.max(grip.alongN, grip.acrossN) * scale);
    const glow = context.createRadialGradient(0, 0, radius * 0.3, 0, 0, radius);
    glow.addColorStop(0, "rgb(0 0 0 / 0%)");
    glow.addColorStop(1, colour);
    ellipse(context, grip.alongN * scale, grip.acrossN * scale);
    context.globalAlpha = 0.18 + 0.22 * Math.min(1, grip.share);
    context.fillStyle = glow;
    context.fill();
    context.globalAlpha = 0.95;
    context.lineWidth = 1.7;
    context.strokeStyle = colour;
    context.stroke();
    context.globalAlpha = 1;
}

function paintTrail(context: CanvasRenderingContext2D, trail: Trail, scale: number) {
    context.lineWidth = 2;
    for (let back = trail.count - 1; back > 0; --back) {
        const freshness = trail.freshness(back);
        if (freshness <= 0) continue;
        context.globalAlpha = freshness * 0.85;
        context.beginPath();
        context.moveTo(-trail.y(back) * scale, -trail.x(back) * scale);
        context.lineTo(-trail.y(back - 1) * scale, -trail.x(back - 1) * scale);
        context.stroke();
    }
    context.globalAlpha = 1;
}

/** The force as an arrow's shaft from the middle, its end a point with a glow. */
function paintForce(context: CanvasRenderingContext2D, x: number, y: number, colour: string) {
    context.lineWidth = 1.2;
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(x, y);
    context.stroke();
    context.fillStyle = colour;
    context.globalAlpha = 0.25;
    context.beginPath();
    context.arc(x, y, 8, 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fill();
}

/** Load and share of the grip below a circle; where there is little room, the share alone. */
function paintLabel(
    surface: Surface,
    wheel: WheelFrame,
    shareInUse: number,
    x: number,
    y: number,
    columnPx: number,
) {
    const { ink, inkSoft } = tokens();
    if (wheel.loadN <= 0) {
        surface.text("in the air", x, y, 11, ink, "center");
        return;
    }
    const urgent = urgency(shareInUse) > 0.9;
    const share = `${fixed(100 * shareInUse, 0)} %`;
    const colour = urgent ? urgencyColour(1) : inkSoft;
    if (columnPx < minForTwoNumbers) {
        surface.text(share, x, y, 11, colour, "center");
        return;
    }
    surface.text(`${fixed(kilonewtons(wheel.loadN), 1)} kN`, x - 3, y, 11, ink, "right");
    surface.text(share, x + 5, y, 11, colour, "left");
}

export function createCircles(): Painter {
    const grip = newGrip();
    let places: Place[] = [];
    let tyres: TyreGrip[] = [];
    let trails: Trail[] = [];
    let maxGripN = 1;
    let shares: number[] = [];
    let names: WheelName[] = [];
    let columnShare = 0.5;
    let paintOutline = paintCar;
    let zoom = 1;

    function paintWheel(surface: Surface, wheel: WheelFrame, i: number, room: number) {
        const { context, width, height } = surface;
        const place = places[i]!;
        const scale = (zoom * room * restShare) / maxGripN;
        readGrip(wheel, tyres[i]!, grip);
        const colour = urgencyColour(urgency(grip.share));
        context.save();
        context.translate(place.x * width, place.y * height - labelHeight / 2);
        context.rotate(-wheel.steerRad);
        paintTyre(context, room);
        paintRings(context, tyres[i]!, grip, scale);
        context.strokeStyle = colour;
        paintTrail(context, trails[i]!, scale);
        paintForce(
            context,
            -wheel.lateralForceN * scale,
            -wheel.longitudinalForceN * scale,
            colour,
        );
        context.restore();
        const below = place.y * height + room - 1;
        paintLabel(surface, wheel, shares[i]!, place.x * width, below, columnShare * width);
    }

    return {
        setInfo(info) {
            places = placeWheels(info);
            names = wheelNames(info);
            columnShare = narrowest(info);
            const inLine = axleRows(info).every((row) => row.length === 1);
            paintOutline = inLine ? paintMotorcycle : info.axleCount > 2 ? paintTruck : paintCar;
            tyres = tyreGrips(info);
            maxGripN = maxStaticGripN(tyres);
            if (trails.length === places.length) return;
            trails = places.map(() => createTrail(trailS, 1 / 40));
            shares = places.map(() => 0);
        },
        heightFactor: ({ axleCount }) => Math.max(0.75, Math.sqrt(axleCount / 2)),
        follow(car, stepS) {
            tyres.forEach((tyre, i) => {
                const wheel = car.wheels[i];
                if (!wheel) return;
                followForce(trails[i]!, wheel, stepS);
                const share = readGrip(wheel, tyre, grip).share;
                shares[i]! += (share - shares[i]!) * (1 - Math.exp(-stepS / 0.08));
            });
        },
        startOver() {
            for (const trail of trails) trail.clear();
            shares.fill(0);
        },
        paint(surface, car) {
            const { width, height } = surface;
            const rows = new Set(places.map(({ y }) => y)).size || 1;
            const room = Math.min((width * columnShare) / 2, height / rows / 2 - labelHeight / 2);
            zoom = zoomFor(car.wheels);
            paintOutline(surface);
            if (zoom > 1) surface.text(`drawn ${zoom} times as large`, width / 2, 10, 11, tokens().inkSoft, "center");
            car.wheels.forEach((wheel, i) => places[i] && paintWheel(surface, wheel, i, room));
        },
        describe: (car) =>
            sayWheels(names, (i) => {
                const load = fixed(kilonewtons(car.wheels[i]?.loadN ?? 0), 1);
                return `${load} kN, ${fixed(100 * shares[i]!, 0)} % of its grip`;
            }),
    };
}
