/** Which channels are shown: a list to search, with a switch for each wheel. */
import { element } from "../view";
import { wheelNames, type WheelLayout } from "../wheels";
import type { Column } from "./columns";
import { addButton } from "./dom";
import { deltaStrip, firstStrips, maxStrips, type Selection, stripText } from "./model";

/** Presets, by what people look into. */
const groups: readonly { title: string; fields: readonly string[] }[] = [
    { title: "Driver", fields: firstStrips },
    { title: "Loads", fields: [deltaStrip, "speed_mps", "*load_n"] },
    { title: "Slip", fields: [deltaStrip, "sideslip_rad", "*slip_angle_rad", "*slip_ratio"] },
    { title: "Dampers", fields: ["speed_mps", "*travel_m", "*travel_rate_mps"] },
    { title: "Brakes", fields: ["speed_mps", "brake", "*brake_torque_nm", "*slip_ratio"] },
];

const stripsOf = (fields: readonly string[], wheelCount: number) =>
    fields
        .flatMap((field) =>
            field.startsWith("*")
                ? Array.from({ length: wheelCount }, (_, wheel) => `wheel${wheel}_${field.slice(1)}`)
                : [field],
        )
        .slice(0, maxStrips);

export interface Chooser {
    readonly element: HTMLElement;
    /** Columns of the runs that are shown. */
    reset(columns: readonly Column[], layout: WheelLayout, wheelCount: number): void;
}

export function createChooser(parent: HTMLElement, selection: Selection, changed: () => void): Chooser {
    const details = element("details", "telemetry-chooser", parent);
    element("summary", "", details, "Channels");
    const presets = element("div", "telemetry-presets", details);
    presets.role = "group";
    presets.ariaLabel = "Sets of channels";
    const search = element("input", "", details);
    search.type = "search";
    search.placeholder = "Search";
    search.ariaLabel = "Search the channels";
    const list = element("div", "telemetry-channels", details);
    list.tabIndex = 0;
    list.role = "group";
    list.ariaLabel = "Channels";
    let wheelCount = 0;
    let reset = () => {};

    for (const { title, fields } of groups)
        addButton(presets, title, `Show ${title.toLowerCase()}`, () => {
            selection.strips = stripsOf(fields, wheelCount);
            reset();
            changed();
        });
    search.addEventListener("input", () => reset());

    function toggle(strip: string, on: boolean) {
        const others = selection.strips.filter((name) => name !== strip);
        selection.strips = on ? [...others, strip].slice(-maxStrips) : others;
        changed();
    }

    function addBox(row: HTMLElement, strip: string, text: string, label: string) {
        const holder = element("label", "", row);
        const box = element("input", "", holder);
        box.type = "checkbox";
        box.checked = selection.strips.includes(strip);
        if (label !== text) box.ariaLabel = label;
        holder.append(text);
        box.addEventListener("change", () => toggle(strip, box.checked));
    }

    return {
        element: details,
        reset(columns, layout, count) {
            wheelCount = count;
            reset = () => {
                const query = search.value.trim().toLowerCase();
                const names = wheelNames(layout);
                const title = (column: Column) =>
                    stripText(column.name, [{ ...column, wheel: undefined } as never], layout).title;
                list.replaceChildren();
                if (!query) addBox(element("div", "", list), deltaStrip, "Delta to main", "Delta to main");
                for (const column of columns.filter(({ wheel = 0 }) => wheel === 0)) {
                    const text = title(column);
                    if (
                        !`${text} ${column.field} ${column.doc}`.toLowerCase().includes(query) ||
                        column.field === "time_s"
                    )
                        continue;
                    const row = element("div", "", list);
                    row.title = column.doc;
                    if (column.wheel === undefined) {
                        addBox(row, column.name, text, text);
                        continue;
                    }
                    element("span", "", row, text);
                    for (let wheel = 0; wheel < count; ++wheel)
                        addBox(
                            row,
                            `wheel${wheel}_${column.field}`,
                            names[wheel]?.short ?? String(wheel),
                            `${text} ${names[wheel]?.title ?? wheel}`,
                        );
                }
            };
            reset();
        },
    };
}
