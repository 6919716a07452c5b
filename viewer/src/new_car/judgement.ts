/** What `kamm check` says of the new car. */
import type { DiagnosedFigure, Diagnosis } from "kamm/new-cars";
import { element } from "../view";

const digits = (value: number) => String(Number(value.toPrecision(3)));
const unitOf = (unit: string) => (unit === "1" ? "" : ` ${unit}`);

/** The figure's name without its unit at the end. */
export function titleOf({ name }: DiagnosedFigure): string {
    const speed = /_(\d+)_kmh$/.exec(name);
    const words = name.replace(/(_\d+_kmh|_hz|_deg_per_g|_deg|_g|_percent)$/, "").replaceAll("_", " ");
    if (speed) return `${words[0]!.toUpperCase()}${words.slice(1)} at ${speed[1]} km/h`;
    return words[0]!.toUpperCase() + words.slice(1);
}

function addFigure(table: HTMLElement, figure: DiagnosedFigure) {
    const { value, low, high, unit, doc, remark } = figure;
    const row = element("tr", remark ? "new-car-remarked" : "", table);
    const head = element("th", "", row, titleOf(figure));
    head.scope = "row";
    head.title = doc;
    element("td", "", row, value === null ? "–" : `${digits(value)}${unitOf(unit)}`);
    element("td", "", row, `${digits(low)} to ${digits(high)}`);
    element("td", "", row, remark);
}

export function showJudgement(parent: HTMLElement, { body, figures, failures }: Diagnosis) {
    parent.replaceChildren();
    for (const failure of failures) element("p", "new-car-error", parent, failure);
    const table = element("table", "", parent);
    element("caption", "", table, `Beside what is usual of the class ${body}`);
    const heads = element("tr", "", element("thead", "", table));
    for (const title of ["Figure", "Value", "Usual", "Remark"]) element("th", "", heads, title).scope = "col";
    const rows = element("tbody", "", table);
    for (const figure of figures) addFigure(rows, figure);
}
