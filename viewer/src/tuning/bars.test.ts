import { expect, test } from "vitest";
import { barEdits, barSetting, nextBarSetting, usefulSettings } from "./bars";
import { tree } from "./fixture";
import { type Changes, currentAt, type Tree, withEdits } from "./values";

const suspension = (axle: number) => `axles[${axle}].suspension`;

function cycle(car: Tree, steps: number): (string | null)[] {
    let changes: Changes = {};
    return Array.from({ length: steps }, () => {
        changes = withEdits(car, changes, barEdits(car, nextBarSetting(car, changes)));
        return barSetting(car, changes);
    });
}

test("the bars go from full to auto, none and back to full", () => {
    expect(barSetting(tree, {})).toBe("full");
    expect(cycle(tree, 7)).toEqual([
        "auto",
        "none",
        "front only",
        "rear only",
        "half",
        "full",
        "auto",
    ]);
});

test("full is the file: no changes are left", () => {
    const changes = withEdits(tree, {}, barEdits(tree, "half"));
    expect(currentAt(tree, changes, `${suspension(0)}.anti_roll_bar_n_per_m`)).toBe(4000);
    expect(withEdits(tree, changes, barEdits(tree, "full"))).not.toHaveProperty([
        `${suspension(0)}.anti_roll_bar_n_per_m`,
    ]);
});

test("front only takes the rear bar out and leaves its stiffness", () => {
    const changes = withEdits(tree, {}, barEdits(tree, "front only"));
    expect(currentAt(tree, changes, `${suspension(0)}.anti_roll_bar_mode`)).toBe("fixed");
    expect(currentAt(tree, changes, `${suspension(1)}.anti_roll_bar_mode`)).toBe("off");
    expect(currentAt(tree, changes, `${suspension(1)}.anti_roll_bar_n_per_m`)).toBe(4000);
});

test("bars of the user's own are no setting, and the cycle begins with none", () => {
    const own = { [`${suspension(0)}.anti_roll_bar_n_per_m`]: 12345 };
    expect(barSetting(tree, own)).toBeNull();
    expect(nextBarSetting(tree, own)).toBe("none");
});

function withBars(front: number, rear: number): Tree {
    const car = structuredClone(tree);
    car.axles[0]!.suspension.anti_roll_bar_n_per_m = front;
    car.axles[1]!.suspension.anti_roll_bar_n_per_m = rear;
    return car;
}

test("a car with one bar has no use for front only and rear only", () => {
    expect(usefulSettings(withBars(8000, 0))).toEqual(["none", "half", "full", "auto"]);
});

test("a car without bars gets some as stiff as its springs", () => {
    const bare = withBars(0, 0);
    const changes = withEdits(bare, {}, barEdits(bare, "full"));
    expect(currentAt(bare, changes, `${suspension(1)}.anti_roll_bar_n_per_m`)).toBe(20000);
});
