import { describe, expect, test } from "vitest";
import type { Setup } from "../simulation";
import { fakeCore } from "./fixture";
import { readLink, writeLink } from "./link";

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
const choices = [{ id: "test", text: "{}" }, { id: "other car" }];
const starts = ["circuit", "skid_pad"];
const read = (hash: string) => readLink(hash, fakeCore(), choices, starts);

describe("a link", () => {
    test("is short and readable", () => {
        expect(writeLink(setup)).toBe("#car=test&rung=full&start=circuit&aid=0.8");
        const changes = { "axles[1].track_m": 1.5, "aids.abs": false, "gearbox.kind": "automatic" };
        expect(
            writeLink({ ...setup, surfaceOverride: "ice", windMps: [5, -2, 0], others: 3, changes }),
        ).toBe(
            "#car=test&rung=full&surface=ice&wind=5,-2&start=circuit&others=3&aid=0.8" +
                "&set=axles.1.track_m:1.5;aids.abs:false;gearbox.kind:automatic",
        );
    });

    test("brings back what went in, to the last bit, in the same order", () => {
        const nasty: Setup = {
            ...setup,
            car: "other car",
            rung: "single_track",
            surfaceOverride: "ice",
            windMps: [0.1 + 0.2, -1e-7, 1 / 3],
            start: "skid_pad",
            others: 19,
            aid: 1 / 3,
            changes: {
                name: 'A & B = "50 %"; #1: <ä+ü>, it\'s (5.2) [ok]*',
                "body.mass_kg": 1e-7 + 1200,
                "axles[1].suspension.camber_rad": -5e-324,
                "axles[0].track_m": 1.7976931348623157e308,
                "engine.torque_curve.torque_nm[0]": 1 / 3,
                "engine.torque_curve.torque_nm[1]": 1e21,
                "engine.torque_curve.torque_nm[2]": -0.1,
                "gearbox.ratios[1]": 2.5,
                "gearbox.ratios[0]": 3,
                "axles[0].tyre.magic_formula": "5.2",
                "aids.abs": true,
            },
        };
        const link = writeLink(nasty);
        expect(link).toMatch(/^#[\w\-.~&=;:,*%]+$/); // nothing that browsers or messengers touch
        const { setup: back, problems } = read(link);
        expect(problems).toEqual([]);
        expect(JSON.stringify({ ...setup, ...back })).toBe(JSON.stringify(nasty));
        expect(writeLink({ ...setup, ...back })).toBe(link);
    });

    test("writes a whole list in one go", () => {
        const changes = { "gearbox.ratios[0]": 3, "gearbox.ratios[1]": 2, "body.mass_kg": 900 };
        expect(writeLink({ ...setup, changes })).toMatch(
            /&set=gearbox\.ratios\.\*:3,2;body\.mass_kg:900$/,
        );
    });

    test("without anything changes nothing", () => {
        expect(read("")).toEqual({ setup: {}, problems: [] });
        expect(read("#")).toEqual({ setup: {}, problems: [] });
    });

    test("that leaves something out takes it back to what it was", () => {
        expect(read("#car=test").setup).toEqual({
            car: "test",
            changes: {},
            surfaceOverride: null,
            windMps: [0, 0, 0],
            others: 0,
        });
    });
});

describe("a broken link names what is wrong and uses the rest:", () => {
    test.each([
        ["#car=trabant&rung=full", /^car: .*"trabant".*test/],
        ["#car=own&rung=full", /^car: .*private vehicle file/],
        ["#rung=moon", /^rung: .*"moon".*single_track/],
        ["#surface=lava", /^surface: .*"lava".*ice/],
        ["#start=nowhere", /^start: .*"nowhere".*skid_pad/],
        ["#others=20", /^others: "20" is out of range; allowed: 0 to 19/],
        ["#others=few", /^others: "few" is not a number/],
        ["#rung=full&rung=moon", /^rung=moon: given twice/],
        ["#wind=5", /^wind: "5"/],
        ["#wind=5,1e400", /^wind: "5,1e400"/],
        ["#colour=red", /^colour=red: a link has car, rung/],
        ["#start=%E4", /^start=%E4: its % signs are broken/],
        ["#car=test&set=body.mass:5", /^body\.mass: vehicles have no such parameter/],
        ["#car=test&set=body:5", /^body: vehicles have no such parameter/],
        ["#car=test&set=axles.track_m:1", /^axles\.track_m: vehicles have no such/],
        [
            "#car=test&set=body.mass_kg:12e",
            /^body\.mass_kg: "12e" is not allowed; allowed: a number/,
        ],
        ["#car=test&set=body.mass_kg:NaN", /^body\.mass_kg: "NaN" is not allowed/],
        ["#car=test&set=aids.abs:1", /^aids\.abs: "1" is not allowed; allowed: true or false/],
        ["#car=test&set=body.mass_kg", /^set: "body\.mass_kg" is no path with a value/],
        ["#car=test&set=body.mass_kg:3", /^test\.json: body\.mass_kg: 3 kg is out of range/],
    ])("%s", (hash, expected) => {
        const { setup: got, problems } = read(`${hash}&aid=0.25`);
        expect(problems).toHaveLength(1);
        expect(problems[0]).toMatch(expected);
        expect(got.aid).toBe(0.25);
    });

    test("a strength of the aid that there is not", () => {
        const { setup: got, problems } = read("#aid=1.1&others=2");
        expect(problems).toEqual(['aid: "1.1" is out of range; allowed: 0 to 1']);
        expect(got).toMatchObject({ others: 2 });
        expect(got).not.toHaveProperty("aid");
    });

    test("a refused change leaves the others", () => {
        const { setup: got } = read("#car=test&set=body.mass_kg:3;axles.0.track_m:1.25");
        expect(got.changes).toEqual({ "axles[0].track_m": 1.25 });
    });

    test("changes that do not go together lose the one that is refused, and no other", () => {
        const bar = "axles.0.suspension.anti_roll_bar_n_per_m";
        const refused = read(`#car=test&set=${bar}:1500;aids.abs:false;gearbox.kind:automatic`);
        expect(refused.problems).toEqual(["test.json: axles[0]: bar too stiff"]);
        expect(refused.setup.changes).toEqual({ "aids.abs": false, "gearbox.kind": "automatic" });
        const together = read(`#car=test&set=${bar}:1500;body.mass_kg:1600`);
        expect(together.problems).toEqual([]);
    });

    test("changes of a car that is not there are left out, and that is said", () => {
        const { setup: got, problems } = read("#car=trabant&set=body.mass_kg:700");
        expect(got.changes).toEqual({});
        expect(problems.join()).toMatch(/trabant.*set: left out/s);
    });
});
