/** The list of all road tests: what each is, and how it can be seen. */
import type { RoadTest } from "kamm/lab";
import { addDialog } from "../input/help";
import { element } from "../view";
import { drivable, watchedOnly } from "./catalogue";

const introduction =
    "Kamm's driver uses your car with its present set-up, like the command kamm run. Or drive it yourself and compare.";

export interface TestList {
    show(): void;
    close(): void;
    readonly open: boolean;
}

export interface Choices {
    watch(test: RoadTest): void;
    drive(test: RoadTest): void;
    /** Why that test cannot be run with the present car; empty: it can. */
    refusal(test: RoadTest): string;
}

function addAction(parent: HTMLElement, title: string, test: RoadTest, press: () => void) {
    const button = element("button", "", parent, title);
    button.type = "button";
    button.ariaLabel = `${title}: ${test.title}`;
    button.addEventListener("click", press);
    return button;
}

export function createTestList(parent: HTMLElement, tests: readonly RoadTest[], choices: Choices): TestList {
    const { dialog, body } = addDialog(parent, "road-tests", "Road tests");
    element("p", "", body, introduction);
    const list = element("ul", "", body);
    const close = () => dialog.close();
    const rows = tests.map((test) => {
        const row = element("li", "", list);
        const text = element("div", "", row);
        element("h3", "", text, test.title);
        element("p", "", text, test.doc);
        element("p", "road-tests-standard", text, test.standard);
        const remark = element("p", "road-tests-remark", text);
        const actions = element("div", "road-tests-actions", row);
        const choose = (way: "watch" | "drive") => () => {
            close();
            choices[way](test);
        };
        const buttons = [addAction(actions, "Watch", test, choose("watch"))];
        if (test.name in drivable) buttons.push(addAction(actions, "Drive", test, choose("drive")));
        return { test, remark, buttons };
    });

    function refresh() {
        for (const { test, remark, buttons } of rows) {
            const refusal = choices.refusal(test);
            remark.textContent = refusal || (watchedOnly[test.name] ?? "");
            remark.hidden = remark.textContent === "";
            for (const button of buttons) button.disabled = refusal !== "";
        }
    }

    return {
        close,
        get open() {
            return dialog.open;
        },
        show() {
            refresh();
            dialog.showModal();
        },
    };
}
