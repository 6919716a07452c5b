/** Vehicles from the figures of a data sheet, and their figures beside what is usual. */
import { takeText } from "./files";
import type { Module } from "./module";
import type { DiagnosedFigure, NewCars } from "./types";
import { vehicleAddress } from "./vehicle";

/** What this module has beside the package's own. */
type RulesCall =
    | "begin_facts"
    | "set_fact"
    | "write_estimate"
    | "fact_words"
    | "diagnose"
    | `diagnosed_${"body" | "count" | "text" | "value"}`
    | `failure_${"count" | "text"}`;
type RulesCalls = Readonly<Record<`face_${RulesCall}`, (...values: number[]) => number>>;

const path = "new.json";

export function openNewCars(module: Module): NewCars {
    const { text } = module;
    const call = module.call as unknown as RulesCalls & Module["call"];

    function wordsOf(fact: string): readonly string[] {
        const words = module.withTexts([fact], (at) => text(call.face_fact_words(at)));
        return words ? words.split("|") : [];
    }

    function readFigure(_: unknown, i: number): DiagnosedFigure {
        const [name, unit, doc, remark] = [0, 1, 2, 3].map((which) => text(call.face_diagnosed_text(i, which)));
        const [value, low, high] = [0, 1, 2].map((which) => call.face_diagnosed_value(i, which));
        return {
            ...{ name: name!, unit: unit!, doc: doc!, remark: remark! },
            ...{ value: Number.isNaN(value) ? null : value!, low: low!, high: high! },
        };
    }

    return {
        make(facts) {
            call.face_begin_facts();
            for (const [name, value] of Object.entries(facts))
                module.withTexts([name, String(value)], (at, words) => module.done(call.face_set_fact(at, words)));
            module.withTexts([path], (at) => module.done(call.face_write_estimate(at)));
            return takeText(module, path);
        },
        wordsOf,
        diagnose(vehicle, body) {
            const bodies = wordsOf("body");
            const place = body === undefined ? -1 : bodies.indexOf(body);
            module.done(call.face_diagnose(vehicleAddress(module, vehicle), place));
            return {
                body: bodies[call.face_diagnosed_body()]!,
                figures: Array.from({ length: call.face_diagnosed_count() }, readFigure),
                failures: Array.from({ length: call.face_failure_count() }, (_, i) => text(call.face_failure_text(i))),
            };
        },
    };
}
