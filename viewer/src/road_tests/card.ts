/** The result of a test: one's own figures, those of Kamm's driver, and what others have published. */
import type { Figure, RoadTest } from "kamm/lab";
import { element } from "../view";

export interface Card {
    readonly element: HTMLElement;
    show(result: CardResult): void;
    hide(): void;
}

export interface CardResult {
    readonly test: RoadTest;
    /** Figures by name; null: only Kamm has driven. */
    readonly own: Readonly<Record<string, number>> | null;
    readonly remark: string;
    /** Null: still to be computed; a text: why there are none. */
    readonly figures: readonly Figure[] | string | null;
    /** The set-up differs from the vehicle's file, which published figures are of. */
    readonly isChanged: boolean;
    /** All figures are to be seen at once. */
    readonly isOpen: boolean;
    readonly actions: readonly { readonly title: string; press(): void }[];
}

/** With the digits that a test tells apart. */
export function figureText(value: number, unit: string): string {
    const size = Math.abs(value);
    const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size === 0 ? 2 : 3;
    return `${value.toFixed(digits)}${unit === "1" ? "" : ` ${unit}`}`;
}

/** A source's address as a link, the rest as it is. */
function addSource(parent: HTMLElement, source: string) {
    const address = /https?:\/\/[^\s,;)]+/.exec(source)?.[0];
    if (!address) return void parent.append(source);
    const [before, after] = source.split(address, 2) as [string, string];
    parent.append(before);
    const link = element("a", "", parent, address.replace(/^https?:\/\/(www\.)?/, ""));
    link.href = address;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    parent.append(after);
}

function addHead(table: HTMLTableElement, titles: readonly string[]) {
    const row = element("tr", "", element("thead", "", table));
    for (const title of titles) element("th", "", row, title).scope = "col";
}

const dash = "–";
const valueText = (value: number | null | undefined, unit: string) =>
    value === null || value === undefined ? dash : figureText(value, unit);

function addRow(body: HTMLElement, figure: Figure, own: CardResult["own"], sources: string[]) {
    const { name, doc, unit, value, note, published, publishedSource } = figure;
    const row = element("tr", "", body);
    const head = element("th", "", row, doc);
    head.scope = "row";
    if (note) element("small", "", head, note);
    if (own) element("td", "road-tests-own", row, valueText(own[name], unit));
    element("td", "", row, valueText(value, unit));
    const cell = element("td", "", row, valueText(published, unit));
    if (published === null || !publishedSource) return;
    const at = sources.includes(publishedSource) ? sources.indexOf(publishedSource) : sources.push(publishedSource) - 1;
    element("sup", "", cell, String(at + 1));
}

/** Those first that one has driven oneself, or that others have published. */
function inOrder(figures: readonly Figure[], own: CardResult["own"]) {
    const rank = ({ name, published }: Figure) => (own && name in own ? 0 : published !== null ? 1 : 2);
    return [...figures].sort((a, b) => rank(a) - rank(b));
}

function addTable(parent: HTMLElement, figures: readonly Figure[], { own }: CardResult): string[] {
    const scroller = element("div", "road-tests-table", parent);
    scroller.tabIndex = 0;
    scroller.role = "region";
    scroller.ariaLabel = "Figures";
    const table = element("table", "", scroller);
    addHead(table, ["", ...(own ? ["You"] : []), "Kamm's driver", "Published"]);
    const sources: string[] = [];
    const body = element("tbody", "", table);
    for (const figure of inOrder(figures, own)) addRow(body, figure, own, sources);
    return sources;
}

/** "Highest clean entry speed: you 64 km/h, Kamm's driver 68 km/h, published 70 km/h" */
export function summary({ own, figures }: Pick<CardResult, "own" | "figures">): string {
    if (!Array.isArray(figures)) return "";
    const [first] = inOrder(figures as readonly Figure[], own);
    if (!first) return "";
    const parts: string[] = [];
    if (own) parts.push(`you ${valueText(own[first.name], first.unit)}`);
    parts.push(`Kamm's driver ${valueText(first.value, first.unit)}`);
    if (first.published !== null) parts.push(`published ${valueText(first.published, first.unit)}`);
    return `${first.doc.split(";")[0]!}: ${parts.join(", ")}`;
}

export function createCard(parent: HTMLElement): Card {
    const card = element("section", "panel road-test-card", parent);
    card.ariaLabel = "Result of the test";
    card.hidden = true;
    return {
        element: card,
        hide() {
            card.hidden = true;
            card.replaceChildren();
        },
        show(result) {
            const { test, remark, figures, isChanged, actions } = result;
            card.replaceChildren();
            card.hidden = false;
            element("h2", "", card, test.title);
            const line = element("p", "road-tests-summary", card, summary(result));
            line.role = "status";
            if (remark) element("p", "", card, remark);
            if (figures === null) element("p", "", card, "Kamm's driver is still at it …");
            else if (typeof figures === "string") element("p", "", card, figures);
            else {
                const all = element("details", "", card);
                all.open = result.isOpen;
                element("summary", "", all, "All figures and their sources");
                const sources = addTable(all, figures, result);
                const list = sources.length > 0 ? element("ol", "road-tests-sources", all) : null;
                for (const source of sources) addSource(element("li", "", list!), source);
                if (sources.length > 0 && isChanged)
                    element("p", "", all, "Published figures are of the car without your changes.");
            }
            const row = element("div", "road-tests-actions", card);
            for (const { title, press } of actions) {
                const button = element("button", "", row, title);
                button.type = "button";
                button.addEventListener("click", press);
            }
        },
    };
}
