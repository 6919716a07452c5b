/** That texts and experiments fit together, and that the build stops at broken equations. */
import { existsSync, readFileSync } from "node:fs";
import { type Kamm, loadKamm } from "kamm";
import { beforeAll, describe, expect, test } from "vitest";
import * as antiRollBars from "./anti-roll-bars/experiment";
import * as bicycle from "./bicycle/experiment";
import * as frictionCircle from "./friction-circle/experiment";
import * as launch from "./launch/experiment";
import { lessons } from "./list";
import * as loadTransfer from "./load-transfer/experiment";
import * as parked from "./parked/experiment";
import { drawEquations, wholePage } from "./plugin/lesson_page";
import * as sixLines from "./six-lines/experiment";
import * as splitFriction from "./split-friction/experiment";
import * as twoWheels from "./two-wheels/experiment";
import { advance, type Experiment } from "./src/experiment";
import type { Knobs } from "./src/knobs";
import { linkTo } from "./src/link";
import { isUnit, perSi } from "./src/units";
import { readLink } from "../viewer/src/tuning/link";
import { everyFile, fetchVehicle } from "../viewer/src/simulation/files";

const made: Readonly<Record<string, { knobs: Knobs; createExperiment: (kamm: Kamm) => Experiment<never> }>> = {
    "six-lines": sixLines,
    bicycle,
    "friction-circle": frictionCircle,
    "load-transfer": loadTransfer,
    "anti-roll-bars": antiRollBars,
    launch,
    "split-friction": splitFriction,
    parked,
    "two-wheels": twoWheels,
};

let kamm: Kamm;
beforeAll(async () => {
    kamm = await loadKamm();
    await fetchVehicle("benchmark-bicycle");
});

/** What nothing on tyres here can exceed, by its unit on the page, in SI. Wheels spin at several times the car's speed; steering wheels turn twice. */
const mostOf: Readonly<Record<string, number>> = {
    ...{ "m/s²": 15, "%": 4, "°": 4 * Math.PI, "°/g": 30 / perSi["°/g"], "kN/°": 6 / perSi["kN/°"], "km/h": 400 / 3.6, kN: 40_000 },
};

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1]!);
const textOf = (id: string) => readFileSync(new URL(`./${id}/index.html`, import.meta.url), "utf8");

test("there are nine", () => {
    expect(lessons.map(({ id }) => id)).toEqual(Object.keys(made));
    for (const { id } of lessons) expect(existsSync(new URL(`./pictures/${id}.svg`, import.meta.url))).toBe(true);
});

describe.each(lessons.map(({ id }) => id))("%s", (id) => {
    const html = textOf(id);
    const { knobs, createExperiment } = made[id]!;

    test("each of its sliders has one place in the sentences, which says what it begins with", () => {
        expect(all(html, /data-knob="(\w+)"/g).sort()).toEqual(Object.keys(knobs).sort());
        for (const [name, knob] of Object.entries(knobs)) {
            const said = new RegExp(`data-knob="${name}">([^<]*)<`).exec(html)![1]!;
            const begins = knob.kind === "choice" ? knob.choices[knob.value]! : `${knob.value}`;
            expect(said).toContain(begins);
        }
    });

    test("its figures are those of the experiment, in units that there are", () => {
        const known = createExperiment(kamm).figures();
        const names = all(html, /data-figure="(\w+)"/g);
        expect(names.length).toBeGreaterThan(4);
        for (const name of names) expect(known, name).toHaveProperty(name);
        for (const unit of all(html, /data-unit="([^"]*)"/g)) expect(isUnit(unit), unit).toBe(true);
    });

    /** The ends of each slider, in all combinations. */
    function* corners(): Generator<Record<string, number | string>> {
        const ends = Object.entries(knobs).map(
            ([name, knob]) => [name, knob.kind === "choice" ? Object.keys(knob.choices) : [knob.min, knob.max].map((value) => value / perSi[knob.unit])] as const,
        );
        const count = ends.reduce((product, [, values]) => product * values.length, 1);
        for (let i = 0; i < count; ++i) {
            let rest = i;
            yield Object.fromEntries(
                ends.map(([name, values]) => {
                    const value = values[rest % values.length]!;
                    rest = Math.floor(rest / values.length);
                    return [name, value];
                }),
            );
        }
    }

    test("its figures are true or fade, at the ends of all sliders", () => {
        const shown = [...html.matchAll(/data-figure="(\w+)"(?: data-unit="([^"]*)")?/g)].map(([, name, unit = ""]) => [name!, unit] as const);
        const experiment = createExperiment(kamm) as Experiment<Knobs>;
        for (const values of corners()) {
            experiment.set(values);
            experiment.restart();
            for (let i = 0; i < 8; ++i) {
                const figures = experiment.figures();
                for (const [name, unit] of shown) {
                    if (Number.isNaN(figures[name]!)) continue; // a dash
                    const most = mostOf[unit];
                    const text = `${name} ${unit} after ${i} s of ${JSON.stringify(values)}`;
                    if (id === "six-lines" && unit === "m/s²") continue; // what the geometry asks for, which no tyre gives: its point
                    if (most !== undefined) expect(Math.abs(figures[name]!), text).toBeLessThanOrEqual(most);
                }
                advance(experiment, 1);
            }
        }
    }, 60_000);

    test("its equations can be drawn, and its symbols are explained", () => {
        const page = wholePage(id, html);
        expect(page).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML"');
        expect(page).not.toMatch(/\\[[(]|katex-error|\{(title|text|task|next)\}/);
        expect(all(html, /<dt>(.+?)<\/dt>/g).length).toBeGreaterThan(2);
    });

    test("takes one to three minutes to read", () => {
        const words = html.replace(/<[^>]*>|\\[[(].*?\\[\])]/gs, " ").split(/\s+/).filter(Boolean);
        expect(words.length).toBeGreaterThan(200);
        expect(words.length).toBeLessThan(560);
    });

    test("names its source and what is beyond it", () => {
        expect(html).toMatch(/<h2>Source, and what Kamm adds<\/h2>\s*<p>[\s\S]*<i>/);
        expect(html.slice(html.indexOf("Source, and"))).toContain("Kamm");
    });

    test("its link is one that the full page takes as a whole", () => {
        const experiment = createExperiment(kamm);
        const setup = experiment.setup();
        const starts = worldStarts();
        const read = readLink(linkTo(setup), kamm, everyFile, starts);
        expect(read.problems).toEqual([]);
        expect(read.setup).toMatchObject({ ...setup, aid: 0 });
    });
});

const worldStarts = () => {
    const world = JSON.parse(readFileSync(new URL("../data/worlds/proving-ground.json", import.meta.url), "utf8"));
    return (world as { starts: { name: string }[] }).starts.map(({ name }) => name);
};

test("a broken equation stops the build", () => {
    expect(() => drawEquations("<p>\\( \\frac{a}{ \\)</p>")).toThrow();
    expect(() => drawEquations("<p>\\( \\nonsense \\)</p>")).toThrow();
});
