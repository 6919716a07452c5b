/** A small table and car for the tests of this folder. */
import type { Kamm, ModelInfo, ParameterField, Vehicle } from "kamm";
import type { Tree, Value } from "./values";

const plain = {
    key: "",
    unit: "1",
    doc: "",
    defaultValue: 0,
    min: 0,
    max: 0,
    choices: [],
    fields: [],
    minCount: 0,
    maxCount: 0,
    xName: "",
    xUnit: "",
    yName: "",
} as const;

export function field(
    kind: ParameterField["kind"],
    name: string,
    more: Partial<ParameterField> = {},
): ParameterField {
    return { ...plain, kind, name, ...more };
}

const number = (name: string, unit: string, min: number, max: number, doc = "") =>
    field("number", name, { unit, min, max, doc });

const suspension = [
    number("spring_n_per_m", "N/m", 500, 5e6, "Wheel rate"),
    number("anti_roll_bar_n_per_m", "N/m", 0, 5e6, "Force at each wheel"),
    field("choice", "anti_roll_bar_mode", { choices: ["fixed", "auto", "off"] }),
    number("camber_rad", "rad", -0.3, 0.3, "At rest"),
];

const tyre = [
    field("choice", "magic_formula", { choices: ["5.2", "6.1", "6.2"] }),
    number("lmuy", "1", 0.001, 10, "scales the friction of Fy"),
];

export const fields = [
    field("text", "name"),
    field("group", "body", { fields: [number("mass_kg", "kg", 50, 60000, "Mass ready to drive")] }),
    field("list", "axles", {
        maxCount: 10,
        fields: [
            number("track_m", "m", 0.2, 5, "Between the middles of the contact patches"),
            number("brake_torque_nm", "N.m", 0, 1e5),
            field("group", "suspension", { fields: suspension }),
            field("group", "tyre", { fields: tyre }),
        ],
    }),
    field("group", "engine", {
        fields: [
            field("curve", "torque_curve", {
                xName: "speed_radps",
                xUnit: "rad/s",
                yName: "torque_nm",
                unit: "N.m",
            }),
        ],
    }),
    field("group", "gearbox", {
        fields: [
            field("choice", "kind", { choices: ["manual", "sequential", "automatic"] }),
            field("numbers", "ratios", { maxCount: 10, min: 0.1, max: 30 }),
        ],
    }),
    field("group", "aids", { fields: [field("flag", "abs")] }),
];

const axle = (bar: number, brake: number) => ({
    track_m: 1.5,
    brake_torque_nm: brake,
    suspension: {
        spring_n_per_m: 20000,
        anti_roll_bar_n_per_m: bar,
        anti_roll_bar_mode: "fixed",
        camber_rad: -0.01,
    },
    tyre: { magic_formula: "6.2", lmuy: 1 },
});

export const tree = {
    name: "Test car",
    body: { mass_kg: 1000 },
    axles: [axle(8000, 1900), axle(4000, 1100)],
    engine: { torque_curve: { speed_radps: [100, 300, 600], torque_nm: [90, 120, 100] } },
    gearbox: { kind: "manual", ratios: [3.7, 2, 1.4] },
    aids: { abs: true },
} satisfies Tree;

/** A car that refuses a mass below 50 kg, and a bar on it that is stiffer than its mass in kg. */
function fakeVehicle(values: Record<string, Value>): Vehicle {
    const refuse = (path: string, why: string) => {
        throw new Error(`test.json: ${path}: ${why}`);
    };
    const vehicle: Pick<Vehicle, "set" | "describe" | "clone" | "dispose"> = {
        set(path, value) {
            if (path === "body.mass_kg" && Number(value) < 50)
                refuse(path, `${value} kg is out of range`);
            values[path] = value;
        },
        describe() {
            const stiffness = values["axles[0].suspension.anti_roll_bar_n_per_m"] ?? 0;
            const mass = values["body.mass_kg"] ?? tree.body.mass_kg;
            if (Number(stiffness) > Number(mass)) refuse("axles[0]", "bar too stiff");
            return {} as ModelInfo;
        },
        clone: () => fakeVehicle({ ...values }),
        dispose: () => {},
    };
    return vehicle as Vehicle;
}

/** A core that knows that one car. */
export function fakeCore(): Pick<Kamm, "fields" | "surfaces" | "vehicle" | "units"> {
    const surface = { friction: 1, slidingLoss: 0, rollingResistance: 0, sinkageM: 0, sinkageDrag: 0, roughnessM3: 16e-6, waterM: 0, soil: null };
    return {
        fields: { vehicle: fields } as unknown as Kamm["fields"],
        surfaces: ["dry_asphalt", "ice"].map((name) => ({ name, ...surface })),
        vehicle: () => fakeVehicle({}),
        units: () => [fakeVehicle({}), fakeVehicle({})],
    };
}
