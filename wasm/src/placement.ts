/** From placements as TypeScript has them to those in the module's memory. */
import { checkKeys } from "./keys";
import { kammError, type Module } from "./module";
import type { Placement } from "./types";

const drive = 100;
/** More is no angle that anybody means. */
const maxYawRad = 1e6;

/** Adds to the placement at `address`, which stands on the ground, what is asked for beside the place. */
export function refinePlacement(module: Module, address: number, placement: Placement): void {
    const { heap, at } = module;
    const { z, orientation, speedMps = 0, gear = drive } = placement;
    const position = (address + at("placement.position_m")) / 8;
    const turn = (address + at("placement.orientation")) / 8;
    if (z !== undefined) heap.f64[position + 2] = z;
    if (orientation) for (let i = 0; i < 4; ++i) heap.f64[turn + i] = orientation[i]!;
    heap.f64[(address + at("placement.speed_mps")) / 8] = speedMps;
    heap.i32[(address + at("placement.gear")) / 4] = gear;
}

/** Whatever needs no car to be known; the rest the core refuses (face_check_placement). */
export function checkPlacement(placement: Placement): void {
    checkKeys("place", placement, [], ["x", "y", "z", "yawRad", "orientation", "speedMps", "gear", "belowM", "name"]);
    const { orientation, name: _, ...numbers } = placement as Placement & { name?: string }; // a start of a world has a name
    for (const [key, value] of Object.entries(numbers))
        if (value !== undefined && !Number.isFinite(value))
            throw kammError("range", key, `place: ${key} is ${value}; it has to be finite`);
    const { gear = drive, yawRad = 0 } = placement;
    if (!Number.isInteger(gear) || Math.abs(gear) > drive)
        throw kammError("range", "gear", `place: gear is ${gear}; allowed: whole numbers, and ${drive} for drive`);
    if (Math.abs(yawRad) >= maxYawRad)
        throw kammError("range", "yawRad", `place: yawRad is ${yawRad}; it has to be within ${maxYawRad}`);
    const turn = Array.from(orientation ?? [1, 0, 0, 0]);
    if (turn.length !== 4 || !turn.every(Number.isFinite))
        throw kammError("range", "orientation", "place: orientation has to be four finite numbers");
}

export function readPlacement(module: Module, address: number): Placement {
    const { heap, at, doubles } = module;
    const [x, y, z] = doubles(address + at("placement.position_m"), 3);
    return {
        ...{ x: x!, y: y!, z: z! },
        orientation: doubles(address + at("placement.orientation"), 4),
        speedMps: heap.f64[(address + at("placement.speed_mps")) / 8]!,
        gear: heap.i32[(address + at("placement.gear")) / 4]!,
    };
}
