/** kamm/lite: the same bits as the full package, from compiled models. */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { rungs, type Cars, type Rung } from "kamm";
import { loadKamm, type KammLite } from "kamm/lite";
import { dataFile, kamm, kammError, micra } from "./support";

let lite: KammLite;
beforeAll(async () => {
    lite = await loadKamm();
});

const dist = (name: string) => readFileSync(fileURLToPath(new URL(`../dist/${name}`, import.meta.url)));

/** Light and heavy, beam axles, two, three and more axles, electric. */
const vehicles = [
    "nissan-micra",
    ...readdirSync(fileURLToPath(new URL("../../data/vehicles", import.meta.url)))
        .map((file) => file.replace(".json", ""))
        .filter((name, i) => name !== "nissan-micra" && i % 3 === 0),
];

/** Throttle, a turn, the brakes; a bump on the way. */
function drive(cars: Cars, rung: Rung): bigint {
    for (let i = 0; i < 240; ++i) {
        for (const car of cars) {
            car.input.throttle = i < 160 ? 1 : 0;
            car.input.brake = i < 160 ? 0 : 0.7;
            car.input.steeringWheelRad = i > 80 ? 0.6 : 0;
        }
        if (i === 100 && rung === "full") cars.at(0).applyImpulse([0, 500, 200]);
        cars.step(1 / 120);
    }
    return cars.hash();
}

const modelOf = (name: string, rung: Rung) => {
    const vehicle = kamm.vehicle(dataFile(`vehicles/${name}.json`).toString());
    try {
        return vehicle.model(rung);
    } finally {
        vehicle.dispose();
    }
};

describe.each(vehicles)("%s", { timeout: 120_000 }, (name) => {
    test("drives by the bits of the full package on each rung", () => {
        for (const rung of rungs) {
            const vehicle = kamm.vehicle(dataFile(`vehicles/${name}.json`).toString());
            const full = kamm.cars(vehicle, 3, { rung });
            const small = lite.cars(vehicle.model(rung), 3);
            expect(small.at(0).info, rung).toEqual(full.at(0).info);
            expect(drive(small, rung), rung).toBe(drive(full, rung));
            for (const { key } of lite.fields.channel)
                if (key !== "energyJ")
                    expect(small.read(key as "xM")[0], `${rung} ${key}`).toBe(full.read(key as "xM")[0]);
            for (const each of [full, small, vehicle]) each.dispose();
        }
    });
});

test("cars of mixed models, hand-overs, snapshots and grounds are the same", () => {
    const names = ["nissan-micra", vehicles[1]!];
    const ground = (probe: { x: number }, contact: { z: number; friction: number }) => {
        contact.z = 0.05 * Math.sin(probe.x);
        contact.friction = 0.8;
    };
    const read = names.map((name) => kamm.vehicle(dataFile(`vehicles/${name}.json`).toString()));
    const full = kamm.cars(read, 2, { ground });
    const small = lite.cars(names.map((name) => modelOf(name, "full")), 2, { ground });
    expect(drive(small, "full")).toBe(drive(full, "full"));
    const saved = small.snapshot();
    full.restore(saved);
    expect(drive(small, "full")).toBe(drive(full, "full"));
    const [next, liteNext] = [kamm.car(read[0]!, { rung: "single_track" }), lite.car(modelOf(names[0]!, "single_track"))];
    next.handOver(full.at(0), 0);
    liteNext.handOver(small.at(0), 0);
    expect(liteNext.hash()).toBe(next.hash());
});

test("surfaces are those of the full package", () => {
    expect(lite.surfaces).toEqual(kamm.surfaces);
    const model = modelOf("nissan-micra", "full");
    const [icy, full] = [lite.car(model, { ground: { surface: "ice" } }), kamm.car(micra, { ground: { surface: "ice" } })];
    expect(drive(icy, "full")).toBe(drive(full, "full"));
    for (const [w, { contact }] of icy.wheels.entries()) expect(contact).toEqual(full.wheels[w]!.contact);
});

test("models that are damaged, cut, of another version or none are refused", () => {
    const model = modelOf("nissan-micra", "full");
    const changed = (at: number) => model.map((byte, i) => (i === at ? byte ^ 1 : byte));
    const message = (bytes: Uint8Array) => kammError(() => lite.car(bytes)).message;
    expect(message(changed(3000))).toContain("damaged");
    expect(message(model.slice(0, -4))).toContain("damaged");
    expect(message(changed(8))).toContain("another version");
    expect(message(changed(0))).toContain("no compiled model");
    expect(message(new Uint8Array(0))).toContain("no compiled model");
    expect(kammError(() => lite.cars([model], 0)).code).toBe("range");
    expect(kammError(() => lite.cars([model, model], 3)).message).toContain("2 models for 3 cars");
});

test("a vehicle file is compiled by the full package", async () => {
    expect(await lite.model(micra, "kinematic")).toEqual(modelOf("nissan-micra", "kinematic"));
    await expect(lite.model("{}")).rejects.toThrow("body.mass_kg");
});

test("a clock gives steps as that of the full package", () => {
    const clocks = [lite.clock(1 / 60, 12), kamm.clock(1 / 60, 12)];
    for (const dtS of [0.01, 0.03, 5, 0.001]) {
        const [steps, full] = clocks.map((clock) => [clock.advance(dtS), clock.fraction]);
        expect(steps).toEqual(full);
    }
});

test("messages have their numbers", () => {
    const car = lite.car(modelOf("nissan-micra", "full"));
    const full = kamm.car(micra);
    for (const factor of [11, -0.5, 1e30, 12.3456789, 1234567.8, 0.00001234 - 1, NaN, -Infinity]) {
        const said = kammError(() => (car.wheels[0]!.grip = factor)).message;
        expect(said).toBe(kammError(() => (full.wheels[0]!.grip = factor)).message);
    }
});

test("memory is given back and taken again", () => {
    const model = modelOf("nissan-micra", "full");
    const size = () => lite.memory.buffer.byteLength;
    const round = () => {
        const kept = [1, 40, 7, 20].map((count) => lite.cars(model, count));
        for (const cars of [kept[2]!, kept[0]!, kept[3]!, kept[1]!]) cars.dispose();
    };
    for (let i = 0; i < 10; ++i) round(); // pieces find their places
    const after = size();
    for (let i = 0; i < 50; ++i) round();
    expect(size()).toBe(after);
});

test("a page loads less than 150 kB", () => {
    expect(gzipSync(Buffer.concat([dist("lite.js"), dist("kamm-lite.wasm")]), { level: 9 }).length).toBeLessThan(150_000);
});
