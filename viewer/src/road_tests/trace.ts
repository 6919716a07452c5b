/** The rows of the lab's run as frames: at any moment, between two rows. */
import type { TestRows, World } from "kamm/lab";
import {
    carFrameSize,
    type CarFrame,
    carKeys,
    type Frame,
    newCarFrame,
    newFrame,
    packCarFrame,
    unpackCarFrame,
    wheelKeys,
} from "../frame";
import { blend, carKinds } from "../replay/blend";
import { dynamicBodies } from "../world_bodies";

export interface Trace {
    readonly lengthS: number;
    /** The moment's frame; the same object each time. */
    at(timeS: number): Frame;
}

type GroundOf = Pick<World, "groundAt" | "surfaces">;

/** Where in a row the numbers of a frame are. */
function placesOf({ channels, wheelChannels, bodySize, wheelSize }: TestRows) {
    const place = (names: readonly string[], key: string) => {
        const at = names.indexOf(key);
        if (at < 0) throw new Error(`The lab's rows have no ${key}`);
        return at;
    };
    const afterChannels = 1 + channels.length;
    return {
        car: carKeys.map((key) => [key, 1 + place(channels, key)] as const),
        handBrake: afterChannels,
        fault: afterChannels + 1,
        position: afterChannels + 2,
        wheel: (wheel: number) => {
            const from = bodySize + wheel * wheelSize;
            const after = from + wheelChannels.length;
            return {
                keys: wheelKeys.map((key) => [key, from + place(wheelChannels, key)] as const),
                spin: after,
                position: after + 1,
            };
        },
    };
}

function readPose(to: { position: Float64Array; orientation: Float64Array }, row: Float64Array, at: number) {
    to.position.set(row.subarray(at, at + 3));
    to.orientation.set(row.subarray(at + 3, at + 7));
}

function createReader(rows: TestRows, { groundAt, surfaces }: GroundOf) {
    const places = placesOf(rows);
    const wheels = Array.from({ length: rows.wheelCount }, (_, i) => places.wheel(i));
    return (car: CarFrame, index: number) => {
        const row = rows.values.subarray(index * rows.size, (index + 1) * rows.size);
        for (const [key, at] of places.car) car[key] = row[at]!;
        car.timeS = row[0]!;
        car.handBrake = row[places.handBrake]!;
        car.fault = row[places.fault]!;
        readPose(car, row, places.position);
        car.wheels.forEach((wheel, i) => {
            const { keys, spin, position } = wheels[i]!;
            for (const [key, at] of keys) wheel[key] = row[at]!;
            wheel.spinAngleRad = row[spin]!;
            readPose(wheel, row, position);
            const [x, y, z] = wheel.position as unknown as [number, number, number];
            const ground = groundAt(x, y, z);
            wheel.groundPoint.set([x, y, ground.heightM]);
            wheel.groundNormal.set(ground.normal);
            wheel.groundSurface = ground.surface;
            wheel.groundFriction = surfaces[ground.surface]!.friction;
        });
    };
}

export function createTrace(rows: TestRows, world: World): Trace {
    const { count, size, values, wheelCount } = rows;
    const timeAt = (index: number) => values[index * size]!;
    const read = createReader(rows, world);
    const [before, after] = [newCarFrame(wheelCount), newCarFrame(wheelCount)];
    const length = carFrameSize(before);
    const [from, to, between] = [0, 1, 2].map(() => new Float64Array(length)) as [
        Float64Array,
        Float64Array,
        Float64Array,
    ];
    const kinds = carKinds(wheelCount);
    const bodies = dynamicBodies(world);
    const frame = newFrame([wheelCount], bodies.length);
    frame.bodies.forEach((body, i) => {
        body.position.set(bodies[i]!.position);
        body.orientation.set(bodies[i]!.orientation);
    });

    /** The last row that is not after that time. */
    function find(timeS: number): number {
        let [low, high] = [0, count - 1];
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (timeAt(middle) <= timeS) low = middle;
            else high = middle - 1;
        }
        return low;
    }

    return {
        lengthS: count > 0 ? timeAt(count - 1) : 0,
        at(timeS) {
            const index = find(timeS);
            const next = Math.min(index + 1, count - 1);
            const gapS = timeAt(next) - timeAt(index);
            const share = gapS > 0 ? Math.min(1, Math.max(0, (timeS - timeAt(index)) / gapS)) : 0;
            read(before, index);
            read(after, next);
            packCarFrame(before, from, 0);
            packCarFrame(after, to, 0);
            blend(kinds, from, to, 0, share, gapS, between);
            unpackCarFrame(frame.cars[0]!, between, 0);
            frame.timeS = timeS;
            return frame;
        },
    };
}
