/** Road tests: those of `kamm lab`, their courses, and the run that gave the figures, row by row. */
import { fileName, withFile } from "./files";
import type { Module } from "./module";
import { readTyre, tyreAddress, vehicleAddress } from "./vehicle";
import {
    courseKinds,
    rungs,
    type Course,
    type CoursePart,
    type FieldTables,
    type Figure,
    type Lab,
    type LabCar,
    type RoadTest,
    type Rung,
    type TestRows,
} from "./types";

/** What this module has beside the package's own. */
type LabCall =
    | `test_${"count" | "text" | "needs" | "takes_world"}`
    | "read_vehicle_file"
    | "file_def"
    | "run_test"
    | `figure_${"count" | "text" | "value" | "published"}`
    | `row${"s" | "_count" | "_wheels"}`
    | `course_${"world" | "name" | "numbers"}`
    | "describe_course"
    | "cone_distance";
type LabCalls = Readonly<Record<`face_${LabCall}`, (...values: number[]) => number>>;

/** Counts of a course: numbers before its parts, and of each part. */
const headNumbers = 5;
const partNumbers = 9;
const maxParts = 40;

const orNull = (value: number) => (Number.isNaN(value) ? null : value);

export function openLab(
    module: Module,
    fields: FieldTables,
    surfaceNamed: (name: string) => number,
): Lab {
    const { heap, text, scratch } = module;
    const call = module.call as unknown as LabCalls & Module["call"];

    const tests = Array.from({ length: call.face_test_count() }, (_, test): RoadTest => {
        const [name, title, doc, standard] = [0, 1, 2, 3].map((i) => text(call.face_test_text(test, i)));
        return {
            ...{ name: name!, title: title!, doc: doc!, standard: standard! },
            lowestRung: rungs[call.face_test_needs(test) - 1]!,
            takesWorld: call.face_test_takes_world(test) !== 0,
        };
    });

    function change(def: number, { changes = {}, tyre }: LabCar): void {
        if (tyre) {
            const read = readTyre(module, tyre.text, tyre.name);
            for (let axle = call.face_axle_count(def) - 1; axle >= 0; --axle)
                call.face_set_tyre(def, axle, tyreAddress(module, read));
            read.dispose();
        }
        for (const [path, value] of Object.entries(changes))
            if (typeof value === "number")
                module.withTexts([path], (at) => module.done(call.face_set_number(def, at, value)));
            else
                module.withTexts([path, String(value)], (at, words) =>
                    module.done(call.face_set_text(def, at, words)),
                );
    }

    /** With the file as its changes have it. */
    function withCar<T>(car: LabCar, use: (file: number) => T): T {
        const json = typeof car.json === "string" ? car.json : JSON.stringify(car.json);
        const path = fileName(car.name, /\.json$/i, ".json");
        const file = withFile(module, path, json, (at) => module.made(call.face_read_vehicle_file(at)));
        try {
            change(call.face_file_def(file), car);
            return use(file);
        } finally {
            call.free(file);
        }
    }

    function readFigure(_: unknown, i: number): Figure {
        const [name, unit, doc, note, source] = [0, 1, 2, 3, 4].map((which) =>
            text(call.face_figure_text(i, which)),
        );
        return {
            ...{ name: name!, unit: unit!, doc: doc!, note: note! },
            value: orNull(call.face_figure_value(i)),
            published: orNull(call.face_figure_published(i)),
            publishedSource: source!,
        };
    }

    function readRows(): TestRows {
        const wheelCount = call.face_row_wheels();
        const count = call.face_row_count();
        const poseSize = 7;
        const bodySize = 1 + fields.channel.length + 2 + poseSize;
        const wheelSize = fields.wheelChannel.length + 1 + poseSize;
        const size = bodySize + wheelCount * wheelSize;
        const from = call.face_rows() / 8;
        const values = count > 0 ? heap.f64.slice(from, from + count * size) : new Float64Array();
        return {
            ...{ count, wheelCount, size, bodySize, wheelSize, values },
            channels: fields.channel.map(({ key }) => key),
            wheelChannels: fields.wheelChannel.map(({ key }) => key),
        };
    }

    function readPart(numbers: Float64Array, i: number): CoursePart {
        const at = headNumbers + i * partNumbers;
        const [kind, fromX, fromY, toX, toY, radiusM, fromHeightM, toHeightM, side] = numbers.subarray(
            at,
            at + partNumbers,
        ) as unknown as [number, number, number, number, number, number, number, number, number];
        return {
            kind: courseKinds[kind - 1]!,
            name: text(call.face_course_name(i)),
            from: [fromX, fromY],
            to: [toX, toY],
            ...{ radiusM, fromHeightM, toHeightM, side },
        };
    }

    function readCourse(): Course {
        call.face_course_numbers(scratch);
        const numbers = heap.f64.slice(scratch / 8, scratch / 8 + headNumbers + maxParts * partNumbers);
        const [grade, x, y, entryMps, count] = numbers as unknown as [number, number, number, number, number];
        return {
            world: text(call.face_course_world()) || null,
            grade,
            start: [x, y],
            entryMps: orNull(entryMps),
            parts: Array.from({ length: count }, (_, i) => readPart(numbers, i)),
        };
    }

    const rungNumber = (rung: Rung = "full") => rungs.indexOf(rung) + 1;

    return {
        tests,
        run: (test, car, { rung, surface, rowsEveryS = 0 } = {}) =>
            withCar(car, (file) => {
                const on = surface ? surfaceNamed(surface) : 0;
                module.withTexts([test], (at) =>
                    module.done(call.face_run_test(at, file, rungNumber(rung), on, rowsEveryS)),
                );
                const figures = Array.from({ length: call.face_figure_count() }, readFigure);
                return { figures, rows: rowsEveryS > 0 ? readRows() : null };
            }),
        course: (test, car, rung) =>
            withCar(car, (file) => {
                module.withTexts([test], (at) =>
                    module.done(call.face_describe_course(at, file, rungNumber(rung))),
                );
                return readCourse();
            }),
        coneDistanceM({ from, side }, vehicle, x, y, yawRad) {
            const def = vehicleAddress(module, vehicle);
            return call.face_cone_distance(def, from[0], from[1], side, x, y, yawRad);
        },
    };
}
