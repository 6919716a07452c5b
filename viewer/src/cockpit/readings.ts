/** Readings of the instruments, and whether they have visibly changed. */
import type { ModelInfo } from "kamm";
import { gearName, kmh, rpm } from "../dials/format";
import { createHold, newLamps, readLamps } from "../dials/lamps";
import type { CarFrame } from "../frame";
import { angleOf, powerScale, revScale, type Scale, speedScale } from "./gauges";

export interface Readings {
    readonly speed: Scale;
    /** Revolutions, or power where there is no engine. */
    readonly drive: Scale;
    readonly isElectric: boolean;
    speedKmh: number;
    driveValue: number;
    gear: string;
    /** 0 to 1; below 0: there is no battery. */
    charge: number;
    readonly lamps: Record<LampName, boolean>;
}

export const lampNames = ["antiLock", "stability", "traction", "handBrake", "fault"] as const;
export type LampName = (typeof lampNames)[number];

/** Electric motors: the scale to begin with; it grows with what they give. */
const leastPowerW = 60_000;
const lampHoldS = 0.3;
const handBrakeFrom = 0.1;
/** Least turn of a needle that is drawn again. */
const noticedRad = 0.004;

export function createReadings(info: ModelInfo, follows: (readings: Readings) => void) {
    const isElectric = !(info.limiterRadps > 0);
    const seen = newLamps();
    const holds = { antiLock: createHold(lampHoldS), stability: createHold(lampHoldS), traction: createHold(lampHoldS) };
    let mostW = leastPowerW;
    const make = (): Readings => ({
        speed: speedScale(info),
        drive: isElectric ? powerScale(mostW) : revScale(info),
        ...{ isElectric, speedKmh: 0, driveValue: 0, gear: "N", charge: -1 },
        lamps: { antiLock: false, stability: false, traction: false, handBrake: false, fault: false },
    });
    let now = make();
    let shown = "";

    function read(car: CarFrame, dtS: number) {
        if (isElectric && car.motorPowerW > mostW) {
            mostW = car.motorPowerW;
            now = make();
        }
        readLamps(car, seen);
        for (const name of ["antiLock", "stability", "traction"] as const) {
            holds[name].take(seen[name], dtS);
            now.lamps[name] = holds[name].shown > 0;
        }
        now.lamps.handBrake = car.handBrake > handBrakeFrom;
        now.lamps.fault = car.fault !== 0;
        now.speedKmh = kmh(car.speedMps);
        now.driveValue = isElectric ? car.motorPowerW / 1000 : rpm(car.engineRadps);
        now.gear = gearName(car.gear);
        now.charge = isElectric && car.batteryCharge > 0 ? car.batteryCharge : -1;
    }

    const coarse = ({ speed, drive, speedKmh, driveValue, gear, charge, lamps }: Readings) =>
        [
            Math.round(angleOf(speed, speedKmh) / noticedRad),
            Math.round(angleOf(drive, driveValue) / noticedRad),
            drive.to,
            gear,
            Math.round(100 * charge),
            ...lampNames.map((name) => Number(lamps[name])),
        ].join();

    return {
        /** Takes a frame, and has it followed where it looks different. */
        take(car: CarFrame, dtS: number): void {
            read(car, dtS);
            const looks = coarse(now);
            if (looks === shown) return;
            shown = looks;
            follows(now);
        },
    };
}
