/**
 * The service worker: it keeps one version of the whole page and serves it without a network. A new version is kept
 * beside it until the user asks for it, so no page mixes files of two versions.
 */
export {};
declare const self: ServiceWorkerGlobalScope;

/** By addresses from the page's folder, what their content has to be: `integrity` of fetch(). */
type Files = readonly (readonly [path: string, integrity: string])[];

// The build writes these three.
declare const versionOfBuild: string;
/** Kept from the first visit on. */
declare const filesAtOnce: Files;
/** Each is kept once it has been asked for. */
declare const filesLater: Files;

const { scope } = self.registration;
const allVersions = `kamm ${scope} `; // a host may have several pages
const cacheName = allVersions + versionOfBuild;
const integrities = new Map([...filesAtOnce, ...filesLater]);
/** Ports of this machine belong to one program today and to another tomorrow: there the server is asked first. */
const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(self.location.hostname);
let isAsked = false;

const addressOf = (path: string) => new URL(path, scope).href;
/** The build puts a hash of the content into these names. */
const isHashed = (path: string) => path.startsWith("assets/");

/** Throws if the server has a file of another version. */
async function load(path: string): Promise<Response> {
    const answer = await fetch(addressOf(path), {
        integrity: integrities.get(path)!,
        cache: isHashed(path) ? "default" : "no-cache",
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
}

/** All or nothing. What has not changed since the last version isn't loaded again. */
async function install() {
    const cache = await caches.open(cacheName);
    const keep = async ([path]: Files[number]) => {
        const known = isHashed(path) ? await caches.match(addressOf(path)) : undefined;
        await cache.put(addressOf(path), known ?? (await load(path)));
    };
    try {
        await Promise.all(filesAtOnce.map(keep));
    } catch (error) {
        await caches.delete(cacheName);
        throw error;
    }
    if (isLocal) await self.skipWaiting();
}

async function activate() {
    const names = (await caches.keys()).filter((name) => name.startsWith(allVersions) && name !== cacheName);
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.clients.claim();
    if (!isAsked) return;
    for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage("reload");
}

/** Answers with the stored version, with one that is stored now, or with the server's. */
async function answer(request: Request, path: string): Promise<Response> {
    const cache = await caches.open(cacheName);
    const known = await cache.match(addressOf(path));
    if (known) return known;
    try {
        const fresh = await load(path);
        await cache.put(addressOf(path), fresh.clone());
        return fresh;
    } catch {
        return fetch(request);
    }
}

/** What a lesson has loaded: it was not asked for here if the lesson came before this worker, or from this machine. */
async function keepLater(addresses: readonly string[]) {
    const cache = await caches.open(cacheName);
    const keep = async (path: string) => {
        if (!(await cache.match(addressOf(path)))) await cache.put(addressOf(path), await load(path));
    };
    const paths = new Set(addresses.map(pathOf).filter((path) => path !== null));
    await Promise.allSettled([...paths].map(keep)); // of another version it is not kept
}

/** The path of a file of the page: folders have an index.html, and the page reads what follows "?". */
function pathOf(whole: string): string | null {
    const address = whole.replace(/[?#].*/, "");
    if (!address.startsWith(scope)) return null;
    const path = address.slice(scope.length).replace(/(^|\/)index\.html$/, "$1");
    return integrities.has(path) ? path : null;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
    if (event.data === "take over") {
        isAsked = true;
        event.waitUntil(self.skipWaiting());
    } else if (Array.isArray(event.data?.keep)) event.waitUntil(keepLater(event.data.keep));
});
self.addEventListener("fetch", (event) => {
    const { request } = event;
    const path = request.method === "GET" ? pathOf(request.url) : null;
    if (path === null) return;
    const serverFirst = isLocal && !isHashed(path);
    event.respondWith(serverFirst ? fetch(request).catch(() => answer(request, path)) : answer(request, path));
});
