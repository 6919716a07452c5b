import { expect, test } from "vitest";
import { fields, tree } from "./fixture";
import { fieldAt } from "./table";
import { currentAt, valueAt, withEdits, without } from "./values";

test("values are found by path", () => {
    expect(valueAt(tree, "axles[1].suspension.anti_roll_bar_n_per_m")).toBe(4000);
    expect(valueAt(tree, "engine.torque_curve.torque_nm[2]")).toBe(100);
    expect(valueAt(tree, "aids.abs")).toBe(true);
    expect(valueAt(tree, "axles[2].track_m")).toBeUndefined();
    expect(valueAt(tree, "axles")).toBeUndefined();
    expect(currentAt(tree, { "aids.abs": false }, "aids.abs")).toBe(false);
    expect(currentAt(tree, {}, "aids.abs")).toBe(true);
});

test("a value that is back at the file's is no change", () => {
    const once = withEdits(tree, {}, { "body.mass_kg": 900, "aids.abs": false });
    expect(once).toEqual({ "body.mass_kg": 900, "aids.abs": false });
    expect(withEdits(tree, once, { "body.mass_kg": 1000 })).toEqual({ "aids.abs": false });
    expect(without(once, ["aids.abs"])).toEqual({ "body.mass_kg": 900 });
    expect(once).toEqual({ "body.mass_kg": 900, "aids.abs": false });
});

test("fields are found by path, and only whole values have one", () => {
    expect(fieldAt(fields, "axles[3].suspension.camber_rad")?.unit).toBe("rad");
    expect(fieldAt(fields, "gearbox.ratios[0]")?.kind).toBe("numbers");
    expect(fieldAt(fields, "engine.torque_curve.speed_radps[0]")?.kind).toBe("curve");
    for (const path of [
        "",
        "axles",
        "axles[0]",
        "axles.track_m",
        "body[0].mass_kg",
        "gearbox.ratios",
        "engine.torque_curve",
        "engine.torque_curve.torque_nm",
        "engine.torque_curve.power_w[0]",
        "body.mass_kg.x",
        "body..mass_kg",
        "body.mass_kg[0]",
    ])
        expect(fieldAt(fields, path), path).toBeNull();
});
