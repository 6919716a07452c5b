/** The panel's list of groups, or what a search has found in them. */
import type { Simulation } from "../simulation";
import { element } from "../view";
import { allGroups, type Group } from "./groups";
import type { Bench } from "./rows";
import { search } from "./search";
import { type Branch, createGroup, createHits } from "./tree";
import { type Changes, fileTree, type Tree } from "./values";

export interface List {
    search(query: string): void;
    /** Shows what is; begins again after a change of car. */
    update(changes: Changes): void;
}

export function createList(parent: HTMLElement, simulation: Simulation, bench: Bench): List {
    const list = element("div", "tuning-list", parent);
    const isOpen = new Set(["quick_settings"]);
    let tree: Tree | null = null;
    let groups: readonly Group[] = [];
    let branches: readonly Branch[] = [];
    let query = "";

    function showHits() {
        const { groups: hits, count, more } = search(groups, query);
        branches = [createHits(list, hits, bench)];
        if (count === 0) element("p", "tuning-note", list, `Nothing is called “${query}”.`);
        if (more > 0) element("p", "tuning-note", list, `${more} more; another word finds fewer.`);
    }

    function build() {
        list.replaceChildren();
        if (query) showHits();
        else branches = groups.map((group) => createGroup(list, group, bench, isOpen));
    }

    function show(changes: Changes) {
        for (const branch of branches) branch.update(changes);
    }

    return {
        search(next) {
            query = next.trim();
            build();
            show(bench.changes());
        },
        update(changes) {
            const now = fileTree(simulation);
            if (now !== tree) {
                tree = now;
                groups = allGroups(simulation.kamm.fields.vehicle, now);
                build();
            }
            show(changes);
        },
    };
}
