/** Keeps the page for the time without a network, and tells of new versions. */
import type { Report } from "../tuning/report";
import { registerWorker } from "./register";

/** Pages that stay open ask for a new version when the user returns to them, at most this often. */
const askAgainMs = 3_600_000;
const navigateEveryMs = 500;

const newVersion =
    "Reload to have it, in all windows of this page: car and set-up stay as they are in the address, the drive begins again. " +
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

/**
 * The new version begins once the old worker is idle. Chromium (143) looks for that when the new one asks first, and at
 * navigations: a request that wakes the old worker just then leaves the new one waiting for good. So a hidden frame
 * navigates to a small file of the page until the new version has begun.
 */
function takeOver(worker: ServiceWorker) {
    worker.postMessage("take over");
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    const navigate = () => {
        if (worker.state !== "installed") return frame.remove();
        frame.src = "icon.svg";
        setTimeout(navigate, navigateEveryMs);
    };
    navigate();
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
