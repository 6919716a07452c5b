import { expect, test } from "vitest";
import { lockEdits, lockSetting, nextLockSetting, usefulLocks } from "./locks";
import { type Changes, type Tree, withEdits } from "./values";

/** A vehicle that drives axles by those shares; the front output has so many of them. */
const vehicle = (shares: readonly number[], frontAxles = 1, differential = "open"): Tree => ({
    transfer: { coupling: "open", front_axles: frontAxles },
    axles: shares.map((drive_share) => ({ drive_share, differential, inter_axle: "open" })),
});

test("a 4x4 locks its centre differential first, then those of its axles, then none", () => {
    const tree = vehicle([0.5, 0.5]);
    let changes: Changes = {};
    const seen = [0, 1, 2].map(() => {
        changes = withEdits(tree, changes, lockEdits(tree, nextLockSetting(tree, changes)));
        return [lockSetting(tree, changes), Object.keys(changes)];
    });
    expect(seen).toEqual([
        ["between axles", ["transfer.coupling"]],
        ["all", ["transfer.coupling", "axles[0].differential", "axles[1].differential"]],
        ["as in the file", []],
    ]);
});

test("an 8x8 locks between the axles of each output, not across them", () => {
    expect(lockEdits(vehicle([0.25, 0.25, 0.25, 0.25], 2), "between axles")).toEqual({
        "transfer.coupling": "locked",
        "axles[0].inter_axle": "locked",
        "axles[2].inter_axle": "locked",
        "axles[0].differential": "open",
        "axles[1].differential": "open",
        "axles[2].differential": "open",
        "axles[3].differential": "open",
    });
});

test("a car that drives one axle has nothing between axles, one with locks no other setting", () => {
    expect(usefulLocks(vehicle([0, 1]))).toEqual(["as in the file", "all"]);
    expect(usefulLocks(vehicle([0, 1], 1, "locked"))).toEqual(["as in the file"]);
});

test("locks of the user's own are no setting, and the cycle begins with the file", () => {
    const own = { "axles[1].differential": "limited_slip" };
    expect(lockSetting(vehicle([0.5, 0.5]), own)).toBeNull();
    expect(nextLockSetting(vehicle([0.5, 0.5]), own)).toBe("as in the file");
});
