/** Spray: smoke, dust and water that wheels throw into the air, and sparks of impacts. */
import type { Surface } from "kamm";
import * as THREE from "three";
import type { Impact, CarFrame, Frame, WheelFrame } from "../frame";
import { lookOf, type SprayKind } from "./looks";
import { rubbing } from "./marks";
import type { Particles, Puff } from "./particles";
import { createRandom } from "./random";
import { type Tyre, type Tyres, usualTyre } from "./tyres";

export interface Spray {
    /** Sets the tyres of the wheels, car by car; without them the usual ones are drawn. */
    setTyres(tyres: Tyres): void;
    /** `dtS` is the frame's own time: less than real in slow motion. */
    update(frame: Frame, dtS: number): void;
}

const seenM = 130; // from the player's car
const maxPuffsPerS = 70;
/** Smoke hangs for seconds: fewer puffs, or the pool would be empty. */
const maxSmokePerS = 26;
const maxSparks = 14;

/** Puffs a second: smoke from sliding alone, the rest from rolling fast or spinning. */
export function puffRate(
    kind: SprayKind,
    amount: number,
    wheel: WheelFrame,
    speedMps: number,
    tyre: Tyre,
): number {
    if (wheel.loadN < 100) return 0;
    const slip = rubbing(wheel, tyre);
    const slidingMps = Math.abs(speedMps) + Math.abs(wheel.spinRadps) * tyre.radiusM;
    if (kind === "smoke")
        return maxSmokePerS * amount * slip * slip * Math.min(1, slidingMps / 12);
    const speed = Math.min(1, Math.abs(speedMps) / 25);
    const rolling = kind === "water" ? speed * speed : 0.6 * speed;
    return (
        maxPuffsPerS * amount * Math.min(1, rolling + 0.7 * slip * Math.min(1, slidingMps / 5))
    );
}

/** `amount`: 1 for all of it, less for those who want less motion. */
export function createSpray(
    particles: Particles,
    surfaces: readonly Surface[],
    amount: number,
): Spray {
    const random = createRandom(5);
    const around = () => 2 * random() - 1;
    const kinds = surfaces.map((surface) => {
        const { spray } = lookOf(surface);
        return {
            ...spray,
            colour: new THREE.Color(spray.tone),
            isFine: surface.name !== "grass" && surface.name !== "mud",
        };
    });

    let tyres: Tyres = [];

    const emit = (car: CarFrame, wheel: WheelFrame, tyre: Tyre, dtS: number) => {
        const kind = kinds[wheel.groundSurface];
        if (!kind) return;
        let due = amount * dtS * puffRate(kind.kind, kind.amount, wheel, car.speedMps, tyre);
        for (; due > 0 && random() < due; --due) {
            const puff = particles.add();
            if (!puff) return;
            start(puff, car, wheel, tyre.radiusM, around);
            shapes[kind.kind](puff, random);
            paint(puff, kind.colour, 1.05);
            if (kind.kind === "dust" && !kind.isFine && random() < 0.6) clod(puff, random);
        }
    };

    return {
        setTyres: (told) => (tyres = told),
        update(frame, dtS) {
            const player = frame.cars[0];
            if (!player || dtS <= 0) return;
            frame.cars.forEach((car, i) => {
                const x = car.position[0]! - player.position[0]!;
                const y = car.position[1]! - player.position[1]!;
                if (Math.hypot(x, y) > seenM) return;
                car.wheels.forEach((wheel, k) =>
                    emit(car, wheel, tyres[i]?.[k] ?? usualTyre, dtS),
                );
            });
            for (const impact of frame.impacts) strike(particles, impact, amount, random);
        },
    };
}

/** Starts a puff behind the contact patch; the air that the car drags along moves it. */
function start(
    puff: Puff,
    car: CarFrame,
    wheel: WheelFrame,
    radiusM: number,
    around: () => number,
) {
    const [forwardX, forwardY] = [Math.cos(car.yawRad), Math.sin(car.yawRad)];
    const sprayMps = 0.12 * Math.max(0, wheel.spinRadps * radiusM - Math.abs(car.forwardSpeedMps));
    const alongMps = 0.22 * car.forwardSpeedMps - sprayMps;
    const acrossMps = 0.22 * car.lateralSpeedMps;
    puff.x = wheel.groundPoint[0]! - 0.25 * forwardX + 0.12 * around();
    puff.y = wheel.groundPoint[1]! - 0.25 * forwardY + 0.12 * around();
    puff.z = wheel.groundPoint[2]! + 0.12;
    puff.velocityX = alongMps * forwardX - acrossMps * forwardY + 0.5 * around();
    puff.velocityY = alongMps * forwardY + acrossMps * forwardX + 0.5 * around();
}

const shapes: Record<SprayKind, (puff: Puff, random: () => number) => void> = {
    smoke: (puff, random) =>
        Object.assign(puff, airborne(0.5 + 0.7 * random(), 3.2 + 2.4 * random(), 0.6, 0.75), {
            opacity: 0.3,
            drag: 1,
        }),
    dust: (puff, random) =>
        Object.assign(puff, airborne(0.6 + 0.9 * random(), 1.7 + 1.6 * random(), 0.4, 1.05), {
            opacity: 0.55,
        }),
    water: (puff, random) =>
        Object.assign(puff, airborne(1.3 + 1.6 * random(), 0.5 + 0.4 * random(), 0.3, 1.7), {
            opacity: 0.2,
            weight: 0.25,
        }),
};

const airborne = (upMps: number, lifeS: number, sizeM: number, growthMps: number) => ({
    velocityZ: upMps,
    lifeS,
    sizeM,
    growthMps,
    weight: 0,
    drag: 1.6,
});

function paint(puff: Puff, colour: THREE.Color, light: number) {
    puff.red = light * colour.r;
    puff.green = light * colour.g;
    puff.blue = light * colour.b;
}

/** A lump of turf or mud instead of dust. */
function clod(puff: Puff, random: () => number) {
    paint(puff, clodColour, 0.6 + 0.6 * random());
    Object.assign(puff, {
        velocityZ: 1.5 + 2.5 * random(),
        lifeS: 0.8,
        sizeM: 0.05 + 0.08 * random(),
        growthMps: 0,
        weight: 1,
        drag: 0.3,
        opacity: 1,
    });
}

const clodColour = new THREE.Color("#3d2f1b");

/** Sparks, where a car hits something hard enough. */
function strike(particles: Particles, impact: Impact, amount: number, random: () => number) {
    if (impact.speedMps < 2 || impact.impulseNs < 150) return;
    const count = Math.round(amount * Math.min(maxSparks, impact.speedMps));
    for (let i = 0; i < count; ++i) {
        const puff = particles.add();
        if (!puff) return;
        const direction = 2 * Math.PI * random();
        const speedMps = (0.2 + 0.5 * random()) * Math.min(15, 2 + impact.speedMps);
        [puff.x, puff.y, puff.z] = impact.point;
        puff.velocityX = speedMps * Math.cos(direction);
        puff.velocityY = speedMps * Math.sin(direction);
        Object.assign(puff, {
            velocityZ: 4 * random(),
            lifeS: 0.25 + 0.35 * random(),
            sizeM: 0.07,
        });
        Object.assign(puff, { growthMps: 0, weight: 1, drag: 0.8, opacity: 1 });
        Object.assign(puff, { red: 9, green: 4.5, blue: 1.2 });
    }
}
