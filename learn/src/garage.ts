/** A lesson's car, which drives on when its vehicle or its ground is changed. */
import type { Car, CarOptions, Kamm, Rung } from "kamm";
import bicycle from "../../data/two-wheelers/benchmark-bicycle.json?raw";
import m3 from "../../data/vehicles/bmw-m3-e46.json?raw";
import micra from "../../data/vehicles/nissan-micra.json?raw";
import boxster from "../../data/vehicles/porsche-boxster-s-2004.json?raw";
import hilux from "../../data/vehicles/toyota-hilux-laden.json?raw";

const files = {
    "benchmark-bicycle": bicycle,
    "bmw-m3-e46": m3,
    "nissan-micra": micra,
    "porsche-boxster-s-2004": boxster,
    "toyota-hilux-laden": hilux,
} as const;

export type Changes = Readonly<Record<string, number | string | boolean>>;
type Ground = NonNullable<CarOptions["ground"]>;

export interface LessonCar {
    readonly car: Car;
    /** The car goes on as that one, if it is another. */
    become(changes: Changes, ground?: Ground): void;
}

function build(kamm: Kamm, id: keyof typeof files, rung: Rung, changes: Changes, ground: Ground): Car {
    const vehicle = kamm.vehicle(files[id], `${id}.json`);
    try {
        for (const [path, value] of Object.entries(changes)) vehicle.set(path, value);
        return kamm.car(vehicle, { rung, ground });
    } finally {
        vehicle.dispose();
    }
}

const isAlike = (a: Changes | Ground, b: Changes | Ground) =>
    a === b || (typeof a !== "function" && typeof b !== "function" && JSON.stringify(a) === JSON.stringify(b));

export function createLessonCar(
    kamm: Kamm,
    id: keyof typeof files,
    rung: Rung,
    changes: Changes = {},
    ground: Ground = {},
): LessonCar {
    let car = build(kamm, id, rung, changes, ground);
    return {
        get car() {
            return car;
        },
        become(next, below = ground) {
            if (isAlike(next, changes) && isAlike(below, ground)) return;
            const made = build(kamm, id, rung, next, below); // throws what the physics refuses
            [changes, ground] = [next, below];
            made.handOver(car, 0);
            car.dispose();
            car = made;
        },
    };
}
