/** Where a cockpit's parts are, what its mirrors show, where its needles stand, and that hands do not jump. */
import { describe, expect, it, test } from "vitest";
import { Vector3 } from "three";
import type { ModelInfo } from "kamm";
import { loadKamm } from "kamm";
import { angleOf, powerScale, revScale, speedScale, startRad, sweepRad } from "./gauges";
import { createGrip, farthestRad, homeRad, type Side } from "./grip";
import { layoutOf, type MirrorPlace } from "./layout";
import { createReach } from "./lever";
import { mirrorPlane, newMirrorView, seenAt, viewIn } from "./mirror";
import { createReadings, type Readings } from "./readings";
import { newCarFrame } from "../frame";

const files = import.meta.glob<string>("../../../data/vehicles/*.json", { eager: true, query: "?raw", import: "default" });
const kamm = await loadKamm();
const infos: [string, ModelInfo][] = Object.entries(files).map(([path, text]) => {
    const vehicle = kamm.vehicle(text, path);
    const info = vehicle.describe();
    vehicle.dispose();
    return [path.replace(/^.*\/|\.json$/g, ""), info];
});
const layouts = infos.map(([name, info]) => [name, layoutOf(info), info] as const);

const vector = (point: readonly [number, number, number]) => new Vector3(...point);

it("knows all vehicles", () => expect(layouts.length).toBeGreaterThanOrEqual(27));

describe.each(layouts)("%s", (_, layout, info) => {
    const { view, steering, cluster, mirrors } = layout;
    const angleBelow = ([x, , z]: readonly [number, number, number]) => Math.atan2(view[2] - z, x - view[0]);

    test("wheel and dials leave the horizon free, and stand before the driver", () => {
        const { centre, leanRad, radiusM, squash } = steering;
        const high = squash * radiusM + 0.016;
        const rim = [centre[0] + high * Math.sin(leanRad), centre[1], centre[2] + high * Math.cos(leanRad)] as const;
        expect(angleBelow(rim)).toBeGreaterThan(0.09);
        expect(centre[1]).toBeCloseTo(view[1], 6);
        if (!cluster) return;
        expect(angleBelow([cluster.centre[0], 0, cluster.centre[2] + cluster.heightM / 2])).toBeGreaterThan(angleBelow(rim));
        expect(cluster.centre[0]).toBeGreaterThan(rim[0]);
        expect(angleBelow([layout.dash!.edgeX, 0, layout.dash!.topZ])).toBeGreaterThan(0.2);
    });

    test("mirrors show, in their middle, what they are aimed at, and the two sides are alike", () => {
        for (const place of mirrors) {
            const flat = { ...place, flatness: 1 };
            const plane = mirrorPlane(flat, view);
            const seen = seenAt(viewIn(plane, flat, vector(view), newMirrorView()), vector(place.target));
            expect(Math.hypot(...seen)).toBeLessThan(0.02);
            expect(plane.normal.x).toBeLessThan(-0.3);
        }
        const side = (name: string) => mirrors.find((place) => place.name === name);
        const [left, right] = [side("left"), side("right")];
        if (left) expect(right!.centre).toEqual([left.centre[0], -left.centre[1], left.centre[2]]);
        if (left && cluster) expect(left.centre[1]).toBeGreaterThan(0.35 * info.widthM);
    });
});

describe("a mirror", () => {
    const eye = [0, 0.4, 1.2] as const;
    const place: MirrorPlace = {
        ...{ name: "inner", centre: [0.5, 0, 1.3], widthM: 0.22, heightM: 0.06, target: [-30, 0, 1], flatness: 1 },
        foot: [0.5, 0, 1.4],
    };
    const plane = mirrorPlane(place, eye);
    const view = viewIn(plane, place, vector(eye), newMirrorView());

    /** Finds, by the law of reflection, the point of the glass at which the ray from the eye turns to `to`. */
    function reflectionAt(to: Vector3): [number, number] {
        const beyond = to.clone().addScaledVector(plane.normal, -2 * to.clone().sub(plane.centre).dot(plane.normal));
        const way = beyond.clone().sub(vector(eye));
        const share = plane.centre.clone().sub(vector(eye)).dot(plane.normal) / way.dot(plane.normal);
        const at = vector(eye).addScaledVector(way, share).sub(plane.centre);
        return [at.dot(plane.right) / (place.widthM / 2), at.dot(plane.up) / (place.heightM / 2)];
    }

    it.each([
        [-8, 1, 1],
        [-20, -2, 0.2],
        [-40, 4, 2],
    ])("shows a point behind where the law of reflection says", (x, y, z) => {
        const [across, up] = seenAt(view, new Vector3(x, y, z));
        const [expectedAcross, expectedUp] = reflectionAt(new Vector3(x, y, z));
        expect(across).toBeCloseTo(expectedAcross, 6);
        expect(up).toBeCloseTo(expectedUp, 6);
    });

    it("has what is behind on the left on its left", () => {
        const [left] = seenAt(view, new Vector3(-30, 2, 1));
        const [right] = seenAt(view, new Vector3(-30, -2, 1));
        expect(left).toBeLessThan(0);
        expect(right).toBeGreaterThan(0);
    });

    it("shows more if it is domed", () => {
        const domed = viewIn(plane, { ...place, flatness: 0.5 }, vector(eye), newMirrorView());
        const point = new Vector3(-30, 4, 1);
        expect(Math.abs(seenAt(domed, point)[0])).toBeLessThan(0.7 * Math.abs(seenAt(view, point)[0]));
    });
});

describe("needles", () => {
    it("stand at the ends and in the middle of their dials", () => {
        const scale = speedScale({ topSpeedMps: 69.4 });
        expect(scale.to).toBeGreaterThan(69.4 * 3.6);
        expect(angleOf(scale, 0)).toBeCloseTo(startRad);
        expect(angleOf(scale, scale.to / 2)).toBeCloseTo(1.5 * Math.PI); // straight up
        expect(angleOf(scale, scale.to)).toBeCloseTo(startRad + sweepRad);
        expect(angleOf(scale, 2 * scale.to)).toBe(angleOf(scale, scale.to));
    });

    it.each(infos)("%s has scales of whole steps that reach beyond what it can do", (_, info) => {
        const scales = [speedScale(info), info.limiterRadps > 0 ? revScale(info) : powerScale(150_000)];
        for (const { from, to, step, redFrom } of scales) {
            const steps = (to - from) / step;
            expect(steps).toBeCloseTo(Math.round(steps), 6);
            expect(steps).toBeGreaterThanOrEqual(3);
            expect(steps).toBeLessThanOrEqual(11);
            expect(redFrom).toBeLessThanOrEqual(to);
        }
        if (info.limiterRadps > 0) expect(scales[1]!.redFrom).toBeCloseTo((info.limiterRadps * 30) / Math.PI);
    });

    it("are followed only when they have moved", () => {
        const told: Readings[] = [];
        const [, info] = infos.find(([name]) => name === "bmw-m3-e46")!;
        const readings = createReadings(info, (next) => told.push(next));
        const car = newCarFrame(4);
        for (let i = 0; i < 5; ++i) readings.take(car, 1 / 60);
        expect(told.length).toBe(1);
        car.speedMps = 20;
        readings.take(car, 1 / 60);
        expect(told.length).toBe(2);
        expect(told[1]!.speedKmh).toBeCloseTo(72);
        car.handBrake = 1;
        readings.take(car, 1 / 60);
        expect(told[2]!.lamps.handBrake).toBe(true);
    });
});

describe("hands", () => {
    const dtS = 1 / 60;
    const sides: readonly Side[] = ["left", "right"];

    /** Turns the wheel along a course; the farthest step that a hand makes, and how far it gets from its home. */
    function turn(course: (timeS: number) => number, forS: number, stepS = dtS) {
        const grip = createGrip();
        let [step, far, inAir] = [0, 0, 0];
        const before = new Map<Side, readonly [number, number]>();
        for (let i = 0; i <= forS / stepS; ++i) {
            grip.update(course(i * stepS), stepS);
            const lifts = sides.map((side) => {
                const { angleRad, lift } = grip.poseOf(side);
                const [angle, height] = before.get(side) ?? [angleRad, lift];
                step = Math.max(step, Math.abs(angleRad - angle), 0.3 * Math.abs(lift - height));
                far = Math.max(far, Math.abs(angleRad - homeRad[side]));
                before.set(side, [angleRad, lift]);
                return lift;
            });
            inAir = Math.max(inAir, Math.min(...lifts));
        }
        return { step, far, inAir, grip };
    }

    it.each([1, 3, 8, 14])("never jump, and never both let go, while the wheel turns lock to lock at %d rad/s", (rate) => {
        const lock = 9;
        const course = (t: number) => lock * Math.sin((t * rate) / lock);
        const { step, far, inAir } = turn(course, 12);
        expect(step).toBeLessThan(dtS * (25 + 2 * rate));
        expect(turn(course, 12, dtS / 8).step).toBeLessThan(step / 4);
        expect(far).toBeLessThanOrEqual(farthestRad + 1e-9);
        expect(inAir).toBe(0);
    });

    it("go with the wheel as long as that is not far", () => {
        const { grip } = turn((t) => Math.min(t, 1.2), 1.5);
        for (const side of sides) expect(grip.poseOf(side)).toEqual({ angleRad: homeRad[side] + 1.2, lift: 0 });
    });

    it("are at home again when the wheel is straight", () => {
        const { grip } = turn((t) => (t < 4 ? 5 * Math.sin((t * Math.PI) / 4) : 0), 6);
        for (const side of sides) expect(Math.abs(grip.poseOf(side).angleRad - homeRad[side])).toBeLessThan(0.25);
    });

    it("do the same mirrored, and the same again", () => {
        const one = turn((t) => 4 * Math.sin(t), 7).grip;
        const other = turn((t) => -4 * Math.sin(t), 7).grip;
        expect(other.poseOf("right").angleRad).toBeCloseTo(Math.PI - one.poseOf("left").angleRad, 9);
        expect(turn((t) => 4 * Math.sin(t), 7).grip.poseOf("left")).toEqual(one.poseOf("left"));
    });

    it("stand still in a pause, and go where a replay jumps to", () => {
        const { grip } = turn((t) => t, 1);
        const before = grip.poseOf("left");
        grip.update(1, 0);
        expect(grip.poseOf("left")).toEqual(before);
        grip.update(-8, dtS);
        expect(Math.abs(grip.poseOf("left").angleRad - homeRad.left)).toBeLessThan(2.7);
    });

    it("reach for the lever when another gear comes in, and come back", () => {
        const reach = createReach();
        const at = (gear: number, forS: number) => {
            let share = 0;
            for (let i = 0; i < forS / dtS; ++i) share = reach.update(gear, dtS);
            return share;
        };
        expect(at(1, 1)).toBe(0);
        expect(at(2, 0.3)).toBe(1);
        expect(at(2, 1)).toBe(0);
    });
});
