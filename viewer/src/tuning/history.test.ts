import { describe, expect, test } from "vitest";
import { createHistory } from "./history";
import { createSetups } from "./setups";

describe("undo", () => {
    test("goes back and forth, and stops at the ends", () => {
        const history = createHistory("a");
        history.record("b");
        history.record("c");
        expect([history.undo(), history.undo(), history.undo()]).toEqual(["b", "a", "a"]);
        expect(history.canUndo).toBe(false);
        expect([history.redo(), history.redo(), history.redo()]).toEqual(["b", "c", "c"]);
        expect(history.canRedo).toBe(false);
    });

    test("forgets what was undone when something new is done", () => {
        const history = createHistory("a");
        history.record("b");
        history.undo();
        history.record("c");
        expect(history.canRedo).toBe(false);
        expect(history.undo()).toBe("a");
    });

    test("a drag is one step", () => {
        const history = createHistory(0);
        for (const value of [1, 2, 3]) history.record(value, "spring");
        history.seal();
        for (const value of [4, 5]) history.record(value, "spring");
        history.record(6, "mass");
        expect([history.undo(), history.undo(), history.undo()]).toEqual([5, 3, 0]);
    });

    test("what follows an undo is a step of its own", () => {
        const history = createHistory(0);
        history.record(1, "spring");
        history.record(2, "mass");
        history.undo();
        history.record(3, "spring");
        expect(history.undo()).toBe(1);
    });

    test("remembers a long session, but not all of it", () => {
        const history = createHistory(0);
        for (let i = 1; i <= 1000; ++i) history.record(i);
        let steps = 0;
        while (history.canUndo) (history.undo(), ++steps);
        expect(steps).toBeGreaterThan(100);
        expect(steps).toBeLessThan(1000);
        expect(history.redo()).toBe(1000 - steps + 1);
    });
});

describe("set-ups A and B", () => {
    const stock = { car: "micra", changes: {} };
    const heavy = { car: "micra", changes: { "body.mass_kg": 2000 } };

    test("are changed one without the other", () => {
        const setups = createSetups(stock);
        setups.record(heavy);
        expect(setups.swap()).toEqual(stock);
        expect(setups.active).toBe("B");
        expect(setups.swap()).toEqual(heavy);
        expect(setups.active).toBe("A");
    });

    test("each has its own undo", () => {
        const setups = createSetups(stock);
        setups.record(heavy);
        setups.swap();
        expect(setups.canUndo).toBe(false);
        setups.swap();
        expect(setups.undo()).toEqual(stock);
    });

    test("one is copied onto the other, which can be undone there", () => {
        const setups = createSetups(stock);
        setups.record(heavy);
        setups.copy();
        expect(setups.swap()).toEqual(heavy);
        expect(setups.undo()).toEqual(stock);
    });

    test("the same once more is no step", () => {
        const setups = createSetups(stock);
        setups.record({ car: "micra", changes: {} });
        expect(setups.canUndo).toBe(false);
        setups.record({ car: "m3", changes: {} });
        expect(setups.canUndo).toBe(true);
    });
});

test("a set-up that is not driven is put in its place, and undone there", () => {
    const [file, stiff] = [{ car: "a", changes: {} }, { car: "a", changes: { "body.mass_kg": 1000 } }];
    const setups = createSetups(file);
    setups.put("B", stiff);
    expect([setups.of("A"), setups.of("B"), setups.present]).toEqual([file, stiff, file]);
    expect(setups.swap()).toBe(stiff);
    expect(setups.undo()).toBe(file);
});
