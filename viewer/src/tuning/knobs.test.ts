import { describe, expect, test } from "vitest";
import { fields, tree } from "./fixture";
import { allGroups } from "./groups";
import { quickSettings } from "./quick_settings";
import { inWords, isChanged, type Knob } from "./knobs";
import { search } from "./search";
import { type Changes, type Value, withEdits } from "./values";

const quick = quickSettings(fields, tree);

function knob(label: string): Knob {
    const found = quick.find((each) => each.label === label);
    if (!found)
        throw new Error(`no knob is called ${label}; there are ${quick.map((k) => k.label)}`);
    return found;
}

const turn = (changes: Changes, turned: Knob, value: Value) =>
    withEdits(tree, changes, turned.write(value, changes));

describe("quick settings", () => {
    test("a spring is one parameter, in N/mm", () => {
        const spring = knob("Springs, front");
        expect(inWords(spring, spring.read({}))).toBe("20 N/mm");
        const changes = turn({}, spring, 25000);
        expect(changes).toEqual({ "axles[0].suspension.spring_n_per_m": 25000 });
        expect(isChanged(spring, changes)).toBe(true);
        expect(isChanged(knob("Springs, rear"), changes)).toBe(false);
        expect(turn(changes, spring, 20000)).toEqual({});
    });

    test("power scales the whole torque curve, and leaves nothing when it is put back", () => {
        const power = knob("Engine power");
        const changes = turn({}, power, 1.5);
        expect(changes).toEqual({
            "engine.torque_curve.torque_nm[0]": 135,
            "engine.torque_curve.torque_nm[1]": 180,
            "engine.torque_curve.torque_nm[2]": 150,
        });
        expect(power.read(changes)).toBe(1.5);
        expect(turn(changes, power, 1)).toEqual({});
    });

    test("a file's odd numbers come back as they were", () => {
        const odd = structuredClone(tree);
        odd.engine.torque_curve.torque_nm = [93.9123456, 1 / 3, 100];
        const power = quickSettings(fields, odd).find(({ label }) => label === "Engine power")!;
        const changes = withEdits(odd, {}, power.write(1.1, {}));
        expect(changes["engine.torque_curve.torque_nm[0]"]).toBe(103.3);
        expect(withEdits(odd, changes, power.write(1, changes))).toEqual({});
    });

    test("brake balance keeps the sum, and the file's balance leaves nothing", () => {
        const balance = knob("Brake balance, front");
        const file = balance.read({});
        expect(file).toBeCloseTo(1900 / 3000, 12);
        const changes = turn({}, balance, 0.5);
        expect(changes).toEqual({
            "axles[0].brake_torque_nm": 1500,
            "axles[1].brake_torque_nm": 1500,
        });
        expect(turn(changes, balance, file)).toEqual({});
    });

    test("the bars' setting is a choice", () => {
        const bars = knob("Anti-roll bars");
        expect(bars.read({})).toBe("full");
        const changes = turn({}, bars, "none");
        expect(bars.read(changes)).toBe("none");
        expect(isChanged(bars, changes)).toBe(true);
    });

    test("what the file has nothing of has no knob", () => {
        expect(quick.some(({ label }) => label === "Drive, front")).toBe(false);
        expect(quick.some(({ label }) => label === "ESC")).toBe(false);
        expect(quick.some(({ label }) => label === "ABS")).toBe(true);
    });
});

describe("the panel's groups", () => {
    const groups = allGroups(fields, tree);
    const titles = (query: string) => search(groups, query).groups.map(({ title }) => title);

    test("are those of the table, each axle one of its own, quick settings first", () => {
        expect(groups.map(({ title }) => title)).toEqual([
            "Quick settings",
            "Body",
            "Front axle",
            "Rear axle",
            "Engine",
            "Gearbox",
            "Driver aids",
            "General",
        ]);
    });

    test("show curves and lists as tables", () => {
        const engine = groups.find(({ title }) => title === "Engine")!.content();
        expect(engine.grids[0]!.columns).toEqual(["Speed, rpm", "Torque, N·m"]);
        expect(engine.grids[0]!.rows).toHaveLength(3);
        const cell = engine.grids[0]!.rows[1]![1]!;
        expect(cell.paths).toEqual(["engine.torque_curve.torque_nm[1]"]);
        expect(inWords(cell, cell.read({}))).toBe("120 N·m");
    });

    test("are searched by name, by meaning and by place", () => {
        expect(titles("camber")).toEqual(["Front axle", "Rear axle"]);
        expect(titles("READY mass")).toEqual(["Quick settings", "Body"]);
        expect(titles("rear wheel rate")).toEqual(["Quick settings", "Rear axle"]);
        expect(titles("lmuy")).toEqual(["Front axle", "Rear axle"]);
        expect(titles("torque curve")).toEqual(["Engine"]);
        expect(search(groups, "wobble")).toEqual({ groups: [], count: 0, more: 0 });
    });

    test("hits keep the groups that they are in", () => {
        const [front] = search(groups, "camber").groups;
        expect(front!.knobs).toEqual([]);
        expect(front!.groups[0]!.title).toBe("Suspension");
        expect(front!.groups[0]!.knobs.map(({ label }) => label)).toEqual(["Camber"]);
    });
});
