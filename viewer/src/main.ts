import moduleUrl from "kamm/kamm-lab.wasm?url"; // a file of its own, which compresses better than text in a script
import type { App } from "./app";
import { keepOffline } from "./offline";
import { createProgress, fetchCounted } from "./progress";
import "./progress.css";
import "./style.css";
import { createReport } from "./tuning/report";

declare global {
    interface Window {
        /** For the curious with an open console: `kamm.simulation.player.speedMps`. */
        kamm?: App;
    }
}

const report = createReport(document.getElementById("messages")!);
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
