/** The list of all lessons, which marks those that have clicked. */
import { keepDocument } from "../../viewer/src/offline/register";
import { element } from "../../viewer/src/view";
import { readDone } from "./done";
import "./style.css";

for (const id of readDone())
    for (const place of document.querySelectorAll(`[data-lesson="${CSS.escape(id)}"] b`)) element("span", "clicked", place, " ✓ done");
document.body.dataset["ready"] = "yes";
void keepDocument();
