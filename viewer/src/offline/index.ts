/** Keeps the page for the time without a network, and tells of new versions. */
import type { Report } from "../tuning/report";
import { registerWorker } from "./register";

/** Pages that stay open ask for a new version when somebody comes back to them, at most so often. */
const askAgainMs = 3_600_000;
const askEveryMs = 500;

const newVersion =
    "Reload to have it, in all windows of this page: car and set-up stay as they are in the address, the drive begins anew. " +
    "Until then this one goes on as it is.";

/** Tells of a version that is whole and waits for the old one's end. */
function watchForNews(registration: ServiceWorkerRegistration, tell: (worker: ServiceWorker) => void) {
    const tellOf = (worker: ServiceWorker | null) => {
        if (worker?.state === "installed" && registration.active) tell(worker);
    };
    tellOf(registration.waiting);
    registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => tellOf(worker));
    });
}

/** Chromium may leave the old version at work when it is asked once, so it is asked until the new one has begun. */
function takeOver(worker: ServiceWorker) {
    if (worker.state !== "installed") return;
    worker.postMessage("take over");
    setTimeout(takeOver, askEveryMs, worker);
}

function askNowAndThen(registration: ServiceWorkerRegistration) {
    let askedMs = performance.now();
    document.addEventListener("visibilitychange", () => {
        if (document.hidden || performance.now() - askedMs < askAgainMs) return;
        askedMs = performance.now();
        void registration.update().catch(() => {}); // no network
    });
}

/** Where a browser cannot, or a page comes from a file, all goes on without. */
export async function keepOffline(report: Report): Promise<void> {
    navigator.serviceWorker?.addEventListener("message", ({ data }) => data === "reload" && location.reload());
    try {
        const registration = await registerWorker();
        if (!registration) return;
        watchForNews(registration, (worker) =>
            report.offer(newVersion, "A new version of this page is there", {
                title: "Reload",
                press: () => takeOver(worker),
            }),
        );
        askNowAndThen(registration);
    } catch {
        // as said above
    }
}
