import { loadKamm } from "kamm/wasm"; // a file of its own, which compresses better than text in a script
import { type App, createApp } from "./app";
import { keepOffline } from "./offline";
import "./style.css";
import { createReport } from "./tuning/report";

declare global {
    interface Window {
        /** For the curious with an open console: `kamm.simulation.player.speedMps`. */
        kamm?: App;
    }
}

const report = createReport(document.getElementById("messages")!);
try {
    window.kamm = await createApp(await loadKamm(), report);
    document.body.dataset["ready"] = "yes";
    void keepOffline(report);
} catch (error) {
    report.error(error instanceof Error ? error.message : String(error), "The page cannot start");
    throw error;
}
