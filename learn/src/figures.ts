/** `<span data-figure="radius" data-unit="m" data-digits="2">` shows a figure of the experiment. */
import { isUnit, type Unit, written } from "./units";

interface Place {
    readonly element: HTMLElement;
    readonly name: string;
    readonly unit: Unit;
    readonly digits: number;
}

function readPlace(element: HTMLElement): Place {
    const { figure = "", unit = "", digits = "1" } = element.dataset;
    if (!isUnit(unit)) throw new Error(`${figure}: there is no unit "${unit}"`);
    return { element, name: figure, unit, digits: Number(digits) };
}

export function createFigures(root: ParentNode) {
    const places = [...root.querySelectorAll<HTMLElement>("[data-figure]")].map(readPlace);
    return {
        show(figures: Readonly<Record<string, number>>) {
            for (const { element, name, unit, digits } of places) {
                const value = figures[name];
                if (value === undefined) throw new Error(`the experiment has no figure "${name}"`);
                const text = written(value, unit, digits);
                if (element.textContent !== text) element.textContent = text;
            }
        },
    };
}
