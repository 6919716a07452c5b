import { describe, expect, test } from "vitest";
import { type ChangeKind, changeOf, kindsOf, layoutKinds, type Memory } from "./change";
import type { Setup } from "./setup";

const setup: Setup = {
    car: "test",
    changes: {},
    rung: "full",
    surfaceOverride: null,
    windMps: [0, 0, 0],
    start: "circuit",
    others: 0,
    aid: 0.8,
};

describe("the kinds of a change", () => {
    test.each<[Partial<Setup>, ChangeKind[]]>([
        [{ changes: { "body.mass_kg": 900 } }, ["parameter"]],
        [{ car: "other" }, ["car"]],
        [{ rung: "kinematic" }, ["rung"]],
        [{ surfaceOverride: "ice" }, ["surface"]],
        [{ windMps: [5, 0, 0] }, ["wind"]],
        [{ start: "circuit" }, ["place"]],
        [{ others: 3 }, ["traffic"]],
        [{ aid: 0 }, ["driverAid"]],
        [{ car: "other", aid: 0, others: 1 }, ["car", "traffic", "driverAid"]],
    ])("%j", (part, kinds) => expect([...kindsOf(setup, part)]).toEqual(kinds));

    test("what is as before is no change", () => {
        const { car, changes, rung, surfaceOverride, others, aid } = setup;
        const same = { car, changes, rung, surfaceOverride, others, aid };
        expect([...kindsOf(setup, same)]).toEqual([]);
    });

    test("other numbers of cars and wheels", () => {
        expect(layoutKinds([4, 4], [4, 4])).toEqual([]);
        expect(layoutKinds([4], [4, 4])).toEqual(["layout"]);
        expect(layoutKinds([4, 4], [4, 6])).toEqual(["layout"]);
        expect(layoutKinds([4, 4], [3, 4])).toEqual(["layout", "wheels"]);
    });
});

describe("what ends", () => {
    const memories: readonly Memory[] = ["parameters", "plots", "replay", "lap"];
    test.each<[ChangeKind, Memory[]]>([
        ["parameter", []],
        ["car", ["parameters"]],
        ["rung", []],
        ["surface", []],
        ["wind", []],
        ["place", ["lap"]],
        ["traffic", []],
        ["driverAid", []],
        ["world", ["plots", "replay", "lap"]],
        ["layout", ["replay"]],
        ["wheels", ["plots", "replay", "lap"]],
    ])("with %s", (kind, ended) => {
        const change = changeOf([kind]);
        expect(memories.filter(change.ends)).toEqual(ended);
    });

    test("with several kinds, what any of them ends", () => {
        const change = changeOf(["surface", "place", "layout"]);
        expect(memories.filter(change.ends)).toEqual(["replay", "lap"]);
    });

    test("models are exchanged for the car's own changes, drawn cars for those of the traffic too", () => {
        const of = (kind: ChangeKind) => {
            const { otherModel, otherCars } = changeOf([kind]);
            return [otherModel, otherCars];
        };
        expect(of("parameter")).toEqual([true, true]);
        expect(of("traffic")).toEqual([false, true]);
        expect(of("surface")).toEqual([false, false]);
    });
});
