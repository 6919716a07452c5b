/** The service worker of the page and the lessons, which keeps them for the time without a network. */

/** Beside the folder of scripts, so that it answers for the page and its lessons. */
const workerAddress = () => {
    const here = import.meta.url;
    return new URL("../offline.js", here);
};

/** What a document asks the worker for: to keep these addresses, as far as they are files of the page. */
export interface KeepRequest {
    readonly keep: readonly string[];
}

/** Null where a browser cannot, or a page comes from a file; throws where the worker is missing or broken. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
    const { serviceWorker } = navigator;
    if (!import.meta.env.PROD || !serviceWorker || !location.protocol.startsWith("http")) return null;
    return serviceWorker.register(workerAddress(), { updateViaCache: "none" });
}

/** Has the worker keep this document and all that it has loaded: a lesson that was visited once opens without a network. */
export async function keepDocument(): Promise<void> {
    try {
        if (!(await registerWorker())) return;
        const { active } = await navigator.serviceWorker.ready;
        const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
        active?.postMessage({ keep: [location.href, ...loaded] } satisfies KeepRequest);
    } catch {
        // without the worker all goes on
    }
}
