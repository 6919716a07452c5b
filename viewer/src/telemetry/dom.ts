/** Small parts of the view. */
import { element } from "../view";

export function addButton(parent: HTMLElement, text: string, title: string, press: () => void): HTMLButtonElement {
    const button = element("button", "", parent, text);
    button.type = "button";
    button.title = title;
    button.addEventListener("click", press);
    return button;
}

/** A select with its label before it. */
export function addSelect(
    parent: HTMLElement,
    title: string,
    choose: (value: string) => void,
    className = "",
): HTMLSelectElement {
    const label = element("label", className, parent, `${title} `);
    const select = element("select", "", label);
    select.addEventListener("change", () => choose(select.value));
    return select;
}

/** A table with a head; rows are texts, or what fills in a cell. */
export type Cell = string | ((cell: HTMLElement) => void);

export function fillTable(
    table: HTMLTableElement,
    caption: string,
    head: readonly string[],
    rows: readonly (readonly Cell[])[],
) {
    table.replaceChildren();
    element("caption", "", table, caption);
    const top = element("tr", "", element("thead", "", table));
    for (const title of head) {
        const cell = element(title ? "th" : "td", "", top, title);
        if (title) cell.setAttribute("scope", "col");
    }
    const body = element("tbody", "", table);
    for (const row of rows) {
        const line = element("tr", "", body);
        row.forEach((cell, i) => {
            const made = element(i === 0 ? "th" : "td", "", line);
            if (i === 0) made.setAttribute("scope", "row");
            if (typeof cell === "string") made.textContent = cell;
            else cell(made);
        });
    }
}
