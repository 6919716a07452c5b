/** The tables of fields, as the module has them. */
import type { Module } from "./module";
import type { CarFields, Field, FieldTables, ParameterField } from "./types";

/** `speed_mps` is `speedMps`. */
function camelCase(name: string): string {
    return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

type Listed = keyof CarFields;
const lists = {
    input: "kamm_input_fields",
    channel: "kamm_channel_fields",
    wheelChannel: "kamm_wheel_channel_fields",
    carState: "kamm_car_state_fields",
    wheelState: "kamm_wheel_state_fields",
} as const satisfies Record<Listed, string>;

const kinds = ["number", "choice", "flag", "text", "numbers", "curve", "group", "list"] as const;

type FieldAt = (from: number, struct: "field" | "field_info") => Field;

function makeFieldAt({ heap, at, text }: Module): FieldAt {
    const pointer = (address: number) => heap.i32[address / 4]!;
    const double = (address: number) => heap.f64[address / 8]!;
    return (from, struct) => {
        const name = text(pointer(from + at(`${struct}.name`)));
        return {
            name,
            key: camelCase(name),
            unit: text(pointer(from + at(`${struct}.unit`))),
            doc: text(pointer(from + at(`${struct}.doc`))),
            defaultValue: double(from + at(`${struct}.default_value`)),
            min: double(from + at(`${struct}.min`)),
            max: double(from + at(`${struct}.max`)),
        };
    };
}

/** Inputs, channels and states of cars. */
export function readCarFields(module: Module): CarFields {
    const { call, heap, at, scratch } = module;
    const fieldAt = makeFieldAt(module);
    const list = (kind: Listed): Field[] => {
        const from = call[lists[kind]](scratch);
        return Array.from({ length: heap.i32[scratch / 4]! }, (_, i) =>
            fieldAt(from + i * at("field_info"), "field_info"),
        );
    };
    return {
        input: list("input"),
        channel: list("channel"),
        wheelChannel: list("wheelChannel"),
        carState: list("carState"),
        wheelState: list("wheelState"),
    };
}

export function readFieldTables(module: Module): FieldTables {
    const { call, heap, at, text } = module;
    const pointer = (address: number) => heap.i32[address / 4]!;
    const fieldAt = makeFieldAt(module);

    function parameterAt(from: number): ParameterField {
        const words = text(pointer(from + at("field.choices")));
        const table = pointer(from + at("field.table"));
        return {
            ...fieldAt(from, "field"),
            kind: kinds[pointer(from + at("field.kind"))]!,
            choices: words ? words.split("|") : [],
            fields: table ? tableAt(table) : [],
            minCount: pointer(from + at("field.min_count")),
            maxCount: pointer(from + at("field.max_count")),
            xName: text(pointer(from + at("field.x_name"))),
            xUnit: text(pointer(from + at("field.x_unit"))),
            yName: text(pointer(from + at("field.y_name"))),
        };
    }

    function tableAt(table: number): ParameterField[] {
        const fields = pointer(table + at("field_table.fields"));
        const each = at("field");
        return Array.from({ length: pointer(table + at("field_table.count")) }, (_, i) =>
            parameterAt(fields + i * each),
        );
    }

    return { ...readCarFields(module), vehicle: tableAt(call.kamm_vehicle_table()) };
}
