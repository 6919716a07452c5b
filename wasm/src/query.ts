/** Queries of a world: collision filters, bodies in a sensor, casts. */
import { numbers } from "./act";
import { contactTypes } from "./contact_types";
import { filterWords, maskNone } from "./filter";
import { kammError, type Module } from "./module";
import type { Body, CarView, CastOptions, Filter, Hit, SensorEvent, Vector3, World } from "./types";
import { placeOf } from "./views";

/** From, to, radius, half sizes, orientation. */
function castNumbers(from: Vector3, to: Vector3, options: CastOptions): number[] {
    const { radiusM = 0, halfM = [0, 0, 0], orientation = [1, 0, 0, 0] } = options;
    const all = [
        ...numbers("from", from, 3),
        ...numbers("to", to, 3),
        radiusM,
        ...numbers("halfM", halfM, 3),
        ...numbers("orientation", orientation, 4),
    ];
    if (!all.every(Number.isFinite))
        throw kammError("range", "castRay", "castRay: a number is not finite");
    const isBox = options.halfM !== undefined;
    if (radiusM < 0 || (isBox && !Array.from(halfM).every((half) => half > 0)) || (isBox && radiusM > 0))
        throw kammError("range", "castRay", "castRay: a radius of 0 or more, or a box of sizes above 0");
    return all;
}

type Queries = Pick<World, "sensorEvents" | "setFilter" | "castRay" | "castAll" | "letCarsSleep">;

export function makeQueries(module: Module, world: () => number): Queries {
    const { call, heap, at, doubles, scratch } = module;
    const word = (address: number) => heap.i32[address / 4]!;

    function readHit(from: number): Hit {
        const vector = (name: string) =>
            Array.from(doubles(from + at(name), 3)) as [number, number, number];
        const body = from + at("hit.body");
        return {
            fraction: heap.f64[(from + at("hit.fraction")) / 8]!,
            point: vector("hit.point_m"),
            normal: vector("hit.normal"),
            type: contactTypes[word(body)]!,
            group: word(body + 4),
            index: word(body + 8),
        };
    }

    function castAll(from: Vector3, to: Vector3, options: CastOptions = {}, max = 16): readonly Hit[] {
        const filter = filterWords(options);
        if (!Number.isInteger(max) || max < 1 || filter[0] >= maskNone)
            throw kammError("range", "castAll", "castAll: 1 hit or more, and 31 categories");
        const leavesOut = (options.without ?? []).reduce((bits, type) => bits | (1 << contactTypes.indexOf(type)), 0);
        const own = options.own && placeOf(options.own);
        const all = castNumbers(from, to, options);
        const hits = module.allocate(max * at("hit"));
        heap.f64.set(all, scratch / 8);
        const count = call.face_cast(
            ...[world(), scratch, ...filter, leavesOut, Number(options.sensors ?? false)],
            ...[own ? own.core.address : 0, own ? own.car : 0, hits, max],
        );
        const found = Array.from({ length: count }, (_, i) => readHit(hits + i * at("hit")));
        call.free(hits);
        return found;
    }

    function setFilter(what: CarView | Body, filter: Filter): void {
        const words = filterWords(filter);
        const set = (cars: number, index: number, generation: number) =>
            module.done(call.face_set_filter(world(), cars, index, generation, ...words));
        if ("isThere" in what) return set(0, what.index, what.generation);
        const { core, car } = placeOf(what);
        set(core.address, car, 0);
    }

    function sensorEvents(): readonly SensorEvent[] {
        const from = call.kamm_sensor_events(world(), scratch);
        return Array.from({ length: word(scratch) }, (_, i) => {
            const event = from + i * at("sensor_event");
            const body = event + at("sensor_event.body");
            return {
                sensor: word(event + at("sensor_event.sensor")),
                entered: word(event + at("sensor_event.entered")) !== 0,
                type: contactTypes[word(body)]!,
                group: word(body + 4),
                index: word(body + 8),
                timeS: heap.f64[(event + at("sensor_event.time_s")) / 8]!,
            };
        });
    }

    return {
        sensorEvents,
        setFilter,
        castRay: (from, to, options) => castAll(from, to, options, 1)[0] ?? null,
        castAll,
        letCarsSleep: (may) => call.kamm_let_cars_sleep(world(), Number(may)),
    };
}
