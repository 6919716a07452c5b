/** Storage in the browser, on a database in memory. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forget, isReading, isWriting, keep, keptKeys, lapKeysByAge, listenToFailedWrites, readKept } from "./database";
import { newCarFrame } from "./frame";
import { keptLaps } from "./replay/kept_laps";
import type { KeptLap } from "./replay/lap_record";
import { keepFiles, noFiles, readKeptFiles } from "./simulation/kept_files";
import { deleteSetup, readSavedSetups, renameSetup, saveSetup } from "./telemetry/saved_setups";
import { unknownOrigin } from "./telemetry/origin";
import { addTime, forgetTime, readTimes, timeEntry } from "./telemetry/times";

beforeEach(() => vi.stubGlobal("indexedDB", new IDBFactory()));
afterEach(() => vi.unstubAllGlobals());

const lap = (timeS: number): KeptLap => ({
    ...{ layout: "", timeS, wheelCount: newCarFrame(4).wheels.length },
    ...{ timesS: Float64Array.of(0, timeS), values: Float32Array.of(1, 2) },
});

describe("the database", () => {
    test("keeps, reads, lists and forgets, each store for itself", async () => {
        await keep("setups", "a", { one: 1 });
        await keep("times", "a", 2);
        expect(await readKept("setups", "a")).toEqual({ one: 1 });
        expect(await readKept("times", "a")).toBe(2);
        expect(await keptKeys("setups")).toEqual(["a"]);
        await forget("setups", "a");
        expect(await readKept("setups", "a")).toBeUndefined();
        expect(await keptKeys("times")).toEqual(["a"]);
    });

    test("tells of writes that fail, by what was to be kept and why; of reads and writes that don't, nothing", async () => {
        const told: string[][] = [];
        listenToFailedWrites((what, reason) => told.push([what, reason]));
        await keep("setups", "a", 1);
        await readKept("setups", "b");
        expect(told).toEqual([]);
        await keep("setups", "a", () => {}); // no browser can write a function
        expect(told).toEqual([["saved set-ups", expect.stringMatching(/clone/i)]]);
        vi.stubGlobal("indexedDB", {
            open() {
                throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
            },
        });
        for (const store of ["files", "laps", "times"] as const) await keep(store, "a", 1);
        expect(await readKept("laps", "a")).toBeUndefined();
        expect(told.slice(1)).toEqual(["your files", "best laps", "lap times"].map((what) => [what, "The quota has been exceeded."]));
        listenToFailedWrites(() => {});
    });

    test("tells what is under way, and what is over", async () => {
        const writing = keep("laps", "a", lap(1));
        expect([isWriting(), isReading()]).toEqual([true, false]);
        await writing;
        const reading = readKept("laps", "a");
        expect([isWriting(), isReading()]).toEqual([false, true]);
        await reading;
        expect([isWriting(), isReading()]).toEqual([false, false]);
    });

    test("where storage is forbidden nothing is kept, and nothing is thrown", async () => {
        vi.stubGlobal("indexedDB", {
            open() {
                throw new Error("forbidden");
            },
        });
        await keep("files", "own", 1);
        expect(await readKept("files", "own")).toBeUndefined();
        expect(await keptKeys("files")).toEqual([]);
        expect([isWriting(), isReading()]).toEqual([false, false]);
    });
});

describe("best laps", () => {
    test("are there again by what they were driven with, and for that alone", async () => {
        await keptLaps.keep("full", lap(80));
        await keptLaps.keep("kinematic", lap(70));
        expect((await keptLaps.read("full"))?.timeS).toBe(80);
        expect((await keptLaps.read("kinematic"))?.timeS).toBe(70);
        expect(await keptLaps.read("single_track")).toBeNull();
        await keptLaps.forget("full");
        expect(await keptLaps.read("full")).toBeNull();
    });

    test("of more than forty the oldest go", async () => {
        const atMs = vi.spyOn(Date, "now");
        for (let i = 0; i < 43; ++i) {
            atMs.mockReturnValue(1000 + i);
            await keptLaps.keep(`class ${i}`, lap(i));
        }
        atMs.mockRestore();
        expect(await lapKeysByAge()).toEqual(Array.from({ length: 40 }, (_, i) => `class ${i + 3}`));
    });
});

describe("set-ups", () => {
    const saved = (name: string) => ({ name, car: "nissan-micra", carName: "Micra", changes: { "body.mass_kg": 900 }, savedAtMs: 1 });

    test("are listed by name, renamed and deleted", async () => {
        for (const name of ["Stiff rear", "Light"]) await saveSetup(saved(name) as never);
        expect((await readSavedSetups()).map(({ name }) => name)).toEqual(["Light", "Stiff rear"]);
        await renameSetup(saved("Stiff rear") as never, "  Rear   bar ");
        expect((await readSavedSetups()).map(({ name }) => name)).toEqual(["Light", "Rear bar"]);
        await expect(renameSetup(saved("Light") as never, "Rear bar")).rejects.toThrow("already");
        await expect(renameSetup(saved("Light") as never, " ")).rejects.toThrow("needs a name");
        await deleteSetup("Rear bar");
        expect((await readSavedSetups()).map(({ changes }) => changes)).toEqual([{ "body.mass_kg": 900 }]);
    });
});

test("files of people's own are there again; before there are any, there are none", async () => {
    expect(await readKeptFiles()).toEqual(noFiles);
    const files = { own: { name: "mine.json", text: "{}" }, tyre: null };
    await keepFiles(files);
    expect(await readKeptFiles()).toEqual(files);
});

test("times: laps that end at once are all counted, the fastest first", async () => {
    const origin = { ...unknownOrigin("Micra"), car: "nissan-micra", rung: "full" };
    const entry = (bestS: number, world = "Proving ground") => timeEntry(world, origin as never, bestS);
    await Promise.all([addTime(entry(90)), addTime(entry(80)), addTime(entry(85)), addTime(entry(70, "Track"))]);
    const times = await readTimes();
    expect(times.map(({ world, bestS, lapCount }) => [world, bestS, lapCount])).toEqual([
        ["Track", 70, 1],
        ["Proving ground", 80, 3],
    ]);
    await forgetTime(times[0]!);
    expect((await readTimes()).map(({ bestS }) => bestS)).toEqual([80]);
});
