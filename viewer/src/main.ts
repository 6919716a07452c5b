import moduleUrl from "kamm/kamm-lab.wasm?url"; // a file of its own, which compresses better than text in a script
import type { App } from "./app";
import { type FailedWrite, listenToFailedWrites } from "./database";
import { keepOffline } from "./offline";
import { createProgress, fetchCounted } from "./progress";
import "./progress.css";
import "./style.css";
import { createReport, type Report } from "./tuning/report";

declare global {
    interface Window {
        /** The application in the browser's console: `kamm.simulation.player.speedMps`. */
        kamm?: App;
    }
}

/** Reports each kind of failure once: storage that is full or forbidden stays so. */
function tellOnce(report: Report): FailedWrite {
    const told = new Set<string>();
    return (what, reason) => {
        if (told.has(what)) return;
        told.add(what);
        report.error(
            `This browser does not keep ${what}: ${reason}. They last until this page is closed. Allow this site to store data, or free some space, to keep them.`,
            "Not kept",
        );
    };
}

const report = createReport(document.getElementById("messages")!);
listenToFailedWrites(tellOnce(report));
const progress = createProgress(document.getElementById("loading"));
const tellBytes = (bytes: number) => void progress.step(`The physics: ${(bytes / 1024).toFixed(0)} kB`, 0.15);
try {
    const [{ createApp }, { loadKamm }, wasm] = await Promise.all([
        import("./app"),
        import("kamm/lab"),
        fetchCounted(moduleUrl, tellBytes),
    ]);
    const kamm = await loadKamm({ wasm });
    window.kamm = await createApp(kamm, report, progress);
    await window.kamm.complete;
    document.body.dataset["ready"] = "yes";
    void keepOffline(report);
} catch (error) {
    progress.end();
    report.error(error instanceof Error ? error.message : String(error), "The page cannot start");
    throw error;
}
