/** Without a network after the first visit; new versions are announced, and never mixed with old ones. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Changes, type Host, startHost } from "./host";
import { startServer } from "./server";
import { shareBrowser } from "./shared";
import { focusScene, openPage, read, untilReady, visit, when } from "./visit";

const shared = shareBrowser();
const folder = fileURLToPath(new URL("../../build/page", import.meta.url));
const built = (name: string) => readFileSync(`${folder}/${name}`, "utf8");
const integrityOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** Returns the files of a build that differs in one word. */
function nextVersion(): Changes {
    const page = built("index.html").replace("<title>Kamm: drive", "<title>Kamm: the next version");
    const version = /"([\w+/]{43}=)"/.exec(built("offline.js"))![1]!;
    const worker = built("offline.js")
        .replace(integrityOf(built("index.html")), integrityOf(page))
        .replace(version, "of tomorrow");
    return new Map([
        ["index.html", page],
        ["offline.js", worker],
    ]);
}

/** Workers and caches go by the browser's clock. */
const allowed = { serviceWorkers: "allow", viewport: { width: 640, height: 420 }, clock: "browser" } as const;

/** Until the page is kept, and comes from what is kept. */
const untilKept = (page: Page) =>
    page.evaluate(async () => {
        const { serviceWorker } = navigator;
        const next = (target: EventTarget, event: string) => new Promise((resolve) => target.addEventListener(event, resolve, { once: true }));
        await serviceWorker.ready;
        while (!serviceWorker.controller) await next(serviceWorker, "controllerchange");
        const worker = serviceWorker.controller;
        while (worker.state !== "activated") await next(worker, "statechange");
    });

/** Until that address and all that its document has loaded are kept. */
const untilHas = (page: Page, address: string) =>
    page.evaluate(async (wanted) => {
        const own = (url: string) => url.startsWith(new URL("../../", wanted).href);
        const urls = () => [wanted, ...performance.getEntriesByType("resource").map(({ name }) => name).filter(own)];
        const has = async (url: string) => (await caches.match(url, { ignoreSearch: true })) !== undefined || /offline\.js$/.test(url);
        while (!(await Promise.all(urls().map(has))).every(Boolean)) await new Promise(requestAnimationFrame);
    }, address);

const reload = async (page: Page, url?: string) => {
    await (url ? page.goto(url) : page.reload());
    await untilReady(page);
};

const offer = (page: Page) => page.getByText("A new version of this page is there");

/** Asks for a new version, and waits until the browser has given up what it found. */
const updateInVain = (page: Page) =>
    page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const givenUp = new Promise<void>((resolve) =>
            registration.addEventListener("updatefound", () => {
                const worker = registration.installing!;
                worker.addEventListener("statechange", () => worker.state === "redundant" && resolve());
            }),
        );
        await registration.update().catch(() => {});
        await givenUp;
    });

/** Done before the page's own scripts: tells what has become of its asking for a worker. */
const watchRegistering = () => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...what) {
        const made = register.apply(this, what);
        Object.assign(window, { registering: made.then(() => "done", () => "failed") });
        return made;
    };
};

describe("in a folder of any host", () => {
    let host: Host;
    beforeEach(async () => {
        host = await startHost(folder);
    });
    afterEach(() => host.stop());

    test("after the first visit the page drives without a network, whatever the link asks for", async () => {
        const { page, complaints, close } = await visit(shared.browser, host.url, allowed);
        await untilKept(page);
        await host.stop();
        for (const address of ["?quality=off", "index.html?quality=off#car=tesla-model-3-performance-2018&start=straight"]) {
            await reload(page, host.url + address);
            expect(await read(page, "simulation.cars.length")).toBe(1);
        }
        expect(await page.evaluate(() => window.kamm!.simulation.setup.car)).toMatch(/^tesla/);
        await focusScene(page);
        await page.keyboard.down("ArrowUp");
        await when(page, "simulation.player.speedMps > 3");
        expect(complaints).toEqual([]);
        await close();
    });

    test("a lesson that was the first visit opens without a network, as does the page, and another lesson does not", async () => {
        const { page, complaints, close } = await openPage(shared.browser, host.url, allowed);
        const lesson = `${host.url}learn/bicycle/index.html`;
        await page.goto(lesson);
        await untilReady(page);
        await untilHas(page, lesson.replace("index.html", ""));
        await host.stop();
        await reload(page, lesson);
        await page.getByRole("button", { name: "Start", exact: true }).click();
        await page.getByRole("button", { name: "Pause" }).waitFor();
        await reload(page, `${host.url}?quality=off`);
        expect(await read(page, "simulation.cars.length")).toBe(1);
        expect(complaints).toEqual([]);
        await expect(page.goto(`${host.url}learn/launch/index.html`)).rejects.toThrow("net::ERR_");
        await close();
    });

    test("a new version is announced, waits until it is asked for, and then is the only one, in all windows", async () => {
        const { page, complaints, close } = await visit(shared.browser, host.url, allowed);
        await untilKept(page);
        const second = await page.context().newPage();
        await reload(second, `${host.url}?quality=off`);
        host.changes = nextVersion();
        await reload(page);
        expect(await page.title()).toBe("Kamm: drive"); // all of it is the old one
        await offer(page).waitFor();
        await page.evaluate(() => window.kamm!.simulation.change({ car: "nissan-micra" }));
        await when(page, "location.hash.includes('nissan-micra')");
        const windows = [page, second];
        const loaded = windows.map((each) => each.waitForEvent("load"));
        await page.getByRole("button", { name: "Reload" }).click();
        await Promise.all(loaded);
        for (const each of windows) {
            await untilReady(each);
            expect(await each.title()).toBe("Kamm: the next version");
            expect(await offer(each).count()).toBe(0);
        }
        expect(await page.evaluate(() => window.kamm!.simulation.setup.car)).toBe("nissan-micra");
        expect(await page.evaluate(() => caches.keys())).toEqual([`kamm ${host.url} of tomorrow`]);
        await host.stop();
        await reload(page);
        expect(await page.title()).toBe("Kamm: the next version");
        expect(complaints).toEqual([]);
        await close();
    });

    test("a version that is there in part only is not taken, and not loaded twice where it is the same", async () => {
        const { page, close } = await visit(shared.browser, host.url, allowed);
        await untilKept(page);
        const [, worker] = [...nextVersion().entries()];
        host.changes = new Map([worker!]); // the new list of files, and the old page
        host.asked.length = 0;
        await updateInVain(page);
        expect(host.asked).toContain("index.html");
        expect(host.asked.filter((name) => /\.(wasm|js)$/.test(name) && name !== "offline.js")).toEqual([]);
        expect(await offer(page).count()).toBe(0);
        expect(await page.evaluate(() => caches.keys())).toHaveLength(1);
        await host.stop();
        await reload(page);
        expect(await page.title()).toBe("Kamm: drive");
        await close();
    });

    test("without the worker, or where it fails, the page drives without a word", async () => {
        for (const content of [null, "throw new Error('on purpose');"]) {
            host.changes = new Map([["offline.js", content]]);
            const { page, complaints, close } = await visit(shared.browser, host.url, { ...allowed, before: watchRegistering });
            expect(await page.evaluate("window.registering")).toBe("failed");
            expect(host.asked).toContain("offline.js");
            expect(await read(page, "simulation.cars.length")).toBe(1);
            expect(await page.locator("#messages section").count()).toBe(0);
            // What the browser itself says of a file that is missing or broken.
            expect(complaints.filter((text) => !/404|on purpose/.test(text))).toEqual([]);
            host.asked.length = 0;
            await close();
        }
    });
});

describe("from kamm drive", () => {
    test("it is installable under the command's policy, and drives on once that has ended", async () => {
        const server = await startServer();
        const { page, complaints, close } = await visit(shared.browser, server.url, allowed);
        await untilKept(page);
        const session = await page.context().newCDPSession(page);
        expect((await session.send("Page.getAppManifest")).errors).toEqual([]);
        const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
        expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
        await server.stop();
        await reload(page);
        expect(await page.evaluate(() => crossOriginIsolated)).toBe(true); // the policy is kept as well
        expect(complaints.filter((text) => !/ERR_CONNECTION_REFUSED|failed: /.test(text))).toEqual([]);
        await close();
    });

    test("a lesson is kept once it was visited", async () => {
        const server = await startServer();
        const { page, close } = await visit(shared.browser, server.url, allowed);
        await untilKept(page);
        const lesson = `${server.url}learn/bicycle/`;
        await reload(page, `${lesson}index.html`);
        await untilHas(page, lesson);
        await server.stop();
        await reload(page, `${lesson}index.html`);
        await page.getByRole("button", { name: "Start", exact: true }).click();
        await page.getByRole("button", { name: "Pause" }).waitFor();
        await close();
    });

    test("what else uses the port later is not hidden by it", async () => {
        const server = await startServer();
        const { page, close } = await visit(shared.browser, server.url, allowed);
        await untilKept(page);
        await server.stop();
        const { port, hostname } = new URL(server.url);
        const other = await startHost(folder, Number(port), hostname);
        try {
            await page.goto(server.url).catch(() => {}); // it has nothing at this address, and says so
            expect(other.asked).toContain("index.html");
            expect(await page.locator("#scene").count()).toBe(0);
        } finally {
            await other.stop();
            await close();
        }
    });
});
