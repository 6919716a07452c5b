/** The panel's groups as disclosures, built when they are opened. */
import { element } from "../view";
import type { Content, Group } from "./groups";
import { type Bench, createGrid, createRow, type Row } from "./rows";
import type { Found } from "./search";
import type { Changes } from "./values";

export interface Branch {
    /** Shows what is; only of what is open. */
    update(changes: Changes): void;
}

interface Leaf {
    readonly title: string;
    readonly doc: string;
    readonly path: string;
}

/** Returns the number of changed values in a group. */
function changedIn(path: string, changes: Changes): number {
    const inside = (each: string) => each.startsWith(`${path}.`) || each.startsWith(`${path}[`);
    return Object.keys(changes).filter(inside).length;
}

function createDisclosure(parent: HTMLElement, { title, doc, path }: Leaf) {
    const details = element("details", "knob-group", parent);
    const summary = element("summary", "", details, title);
    const changed = element("span", "knob-changed", summary);
    summary.title = doc;
    return {
        details,
        body: element("div", "knob-group-body", details),
        update(changes: Changes) {
            const count = changedIn(path, changes);
            changed.textContent = count > 0 ? `${count} changed` : "";
        },
    };
}

function fill(body: HTMLElement, content: Pick<Content, "knobs" | "grids">, bench: Bench): Row[] {
    const rows = [
        ...content.knobs.map((knob) => createRow(knob, bench)),
        ...content.grids.map((grid) => createGrid(grid, bench)),
    ];
    body.append(...rows.map((row) => row.element));
    return rows;
}

/** `isOpen` remembers which groups are open, by path, when the panel is built again. */
export function createGroup(
    parent: HTMLElement,
    group: Group,
    bench: Bench,
    isOpen: Set<string>,
): Branch {
    const { details, body, update } = createDisclosure(parent, group);
    let rows: readonly Branch[] | null = null;

    function build() {
        const content = group.content();
        const own = fill(body, content, bench);
        rows = [...own, ...content.groups.map((each) => createGroup(body, each, bench, isOpen))];
        for (const row of rows) row.update(bench.changes());
    }

    details.addEventListener("toggle", () => {
        if (details.open) isOpen.add(group.path);
        else isOpen.delete(group.path);
        if (!details.open) return;
        if (rows) for (const row of rows) row.update(bench.changes());
        else build();
    });
    if (isOpen.has(group.path)) {
        details.open = true;
        build();
    }
    return {
        update(changes) {
            update(changes);
            if (details.open) for (const row of rows ?? []) row.update(changes);
        },
    };
}

/** What a search has found: all of it open. */
export function createHits(parent: HTMLElement, groups: Found["groups"], bench: Bench): Branch {
    const branches = groups.map((hits): Branch => {
        const { details, body, update } = createDisclosure(parent, hits);
        details.open = true;
        const rows = fill(body, hits, bench);
        const inner = createHits(body, hits.groups, bench);
        return {
            update(changes) {
                update(changes);
                for (const row of [...rows, inner]) row.update(changes);
            },
        };
    });
    return { update: (changes) => branches.forEach((branch) => branch.update(changes)) };
}
