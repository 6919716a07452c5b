/** Television: from fixed places, of which the nearest that sees the car has the picture; the zoom follows the car. */
import { Vector3 } from "three";
import type { CarFrame } from "../frame";
import { clamp, degrees, type GroundAt, type Rig } from "./rig";
import type { TvPlace, TvPlaces } from "./tv_places";

/** So much sooner the next camera has the car than it comes to it. */
const foresightS = 1;
/** A cut is worth it where the next one is that much nearer, and the last cut was not just now. */
const nearerShare = 0.7;
const shotS = 2;
/** Nearer the car would drive over it. */
const clearM = 5;
/** The car's length has this share of the picture's height. */
const share = 0.42;
const [narrowest, widest] = [degrees(5), degrees(48)];
const lookApartM = 3;
const sightClearM = 0.4;

/** Does no hill stand between? */
function sees({ x, y, z }: TvPlace, [carX, carY, carZ]: readonly number[], groundAt: GroundAt): boolean {
    const looks = Math.ceil(Math.hypot(x - carX!, y - carY!) / lookApartM);
    for (let i = 1; i < looks; ++i) {
        const part = i / looks;
        const at = groundAt(x + part * (carX! - x), y + part * (carY! - y));
        if (at > z + part * (carZ! + 1 - z) - sightClearM * (1 - part)) return false;
    }
    return true;
}

export function createTv(places: TvPlaces): Rig {
    let chosen: TvPlace | null = null;
    let shownS = 0;
    let angle = widest;
    const target = new Vector3();

    const distance = ({ x, y }: TvPlace, at: readonly [number, number]) => Math.hypot(x - at[0], y - at[1]);

    function ahead(car: CarFrame): readonly [number, number] {
        const [cos, sin] = [Math.cos(car.yawRad), Math.sin(car.yawRad)];
        const [u, v] = [foresightS * car.forwardSpeedMps, foresightS * car.lateralSpeedMps];
        return [car.position[0]! + u * cos - v * sin, car.position[1]! + u * sin + v * cos];
    }

    /** The nearest to where the car will be. */
    function choose(car: CarFrame, groundAt: GroundAt, isFresh: boolean) {
        const at = ahead(car);
        const here = [car.position[0]!, car.position[1]!] as const;
        const nearest = places(at[0], at[1])
            .filter((place) => Math.min(distance(place, here), distance(place, at)) > clearM)
            .sort((a, b) => distance(a, at) - distance(b, at));
        const best = nearest.find((place) => sees(place, [...car.position], groundAt)) ?? nearest[0];
        if (!best) return;
        const isBlind = !chosen || !sees(chosen, [...car.position], groundAt);
        const isNearer = !chosen || distance(best, at) < nearerShare * distance(chosen, at);
        if (!isFresh && !isBlind && (!isNearer || shownS < shotS)) return;
        chosen = best;
        shownS = 0;
    }

    return {
        title: "Television",
        get fieldOfViewRad() {
            return angle;
        },
        isTele: true,
        nearM: 0.5,
        aim(camera, { car, info, size, groundAt, dtS, fresh }) {
            shownS += dtS;
            choose(car, groundAt, fresh);
            target.fromArray(car.position);
            target.z += 0.4 * info.heightM;
            if (chosen) camera.position.set(chosen.x, chosen.y, chosen.z);
            const awayM = camera.position.distanceTo(target);
            angle = clamp(2 * Math.atan(size.lengthM / (2 * share * awayM)), narrowest, widest);
            camera.up.set(0, 0, 1);
            camera.lookAt(target);
        },
    };
}
