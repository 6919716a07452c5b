import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadKamm } from "kamm";
import { loadKamm as loadSeparately } from "kamm/wasm";
import { drive, micra } from "./support";

const file = new URL("../dist/kamm.wasm", import.meta.url);

test("the module imports nothing", async () => {
    const module = await WebAssembly.compile(readFileSync(file));
    expect(WebAssembly.Module.imports(module)).toEqual([]);
});

test("the module may come from anywhere, and is the same", async () => {
    const bytes = readFileSync(file);
    const ways = [
        loadKamm(),
        loadSeparately(),
        loadKamm({ wasm: bytes }),
        loadKamm({ wasm: file }),
        loadKamm({ wasm: await WebAssembly.compile(bytes) }),
        loadKamm({ wasm: Promise.resolve(new Response(bytes)) }),
        loadKamm({ wasm: new Response(bytes, { headers: { "Content-Type": "application/wasm" } }) }), // streamed
    ];
    const hashes = (await Promise.all(ways)).map((kamm) => {
        const car = kamm.car(micra);
        drive(car, 0.2);
        return car.hash();
    });
    expect(new Set(hashes).size).toBe(1);
});

test("a missing or broken module is reported", async () => {
    await expect(loadKamm({ wasm: new Uint8Array(8) })).rejects.toThrow("kamm: the module cannot");
    const missing = Promise.resolve(new Response("", { status: 404 }));
    await expect(loadKamm({ wasm: missing })).rejects.toThrow("404");
});

test("objects of two modules do not mix", async () => {
    const [here, there] = await Promise.all([loadKamm(), loadKamm()]);
    const level = { name: "level", terrain: [{ kind: "plane" }] };
    const [car, foreign] = [here.car(micra), there.car(micra)];
    const world = here.world(level);
    const foreignWorld = there.world(level);
    const acts = [
        () => world.add(foreign),
        () => car.handOver(foreign, 0),
        () => here.car(there.vehicle(micra)),
        () => here.car(micra, { ground: foreignWorld }),
    ];
    for (const act of acts) expect(act).toThrow("another module");
    drive(car, 0.2);
    drive(foreign, 0.2);
    expect(car.hash()).toBe(foreign.hash());
});

test("more cars than memory holds are refused, and the rest goes on", async () => {
    const kamm = await loadKamm();
    expect(() => kamm.cars(kamm.vehicle(micra), 1e9)).toThrow("out of memory for 1000000000 cars");
    const car = kamm.car(micra);
    drive(car);
    expect(car.speedMps).toBeGreaterThan(0.2);
});
