/** A visit to the page: opened, ready, with all that went wrong written down. */
import type { Browser, BrowserContextOptions, Locator, Page, Request } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { holdClock } from "./clock";
import { patienceMs } from "./server";
import type { Shared } from "./shared";

export interface Visit {
    readonly page: Page;
    /** Errors and warnings of the console, failed requests, requests to other hosts. */
    readonly complaints: string[];
    close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
    /** Behind the "#": a set-up. */
    readonly hash?: string;
    /** More of the address behind the quality: "&intro". */
    readonly search?: string;
    /** "off" if not given: drawing in software takes seconds a frame. "usual" asks for none. */
    readonly quality?: "off" | "low" | "medium" | "high" | "usual";
    /** Done before the page's own scripts. */
    readonly before?: (() => void) | readonly (() => void)[];
    /** "held" if not given: it stops once the page is ready, and the test advances it. "browser": it runs as for
     * users. */
    readonly clock?: "held" | "browser";
}

const smallViewport = { width: 1000, height: 620 };

export function listen(page: Page, url: string, complaints: string[]) {
    page.on("console", (message) => {
        // These messages come from software drawing, and from visits that store nothing for offline use.
        const isOfNoMatter = /GPU stall due to ReadPixels|GL Driver Message|blocked by Playwright/.test(message.text());
        if (["error", "warning"].includes(message.type()) && !isOfNoMatter)
            complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
    page.on("requestfailed", (request) => {
        const isCutOff = request.failure()?.errorText === "net::ERR_ABORTED"; // by a reload
        if (!isCutOff) complaints.push(`failed: ${request.url()}`);
    });
    page.on("request", (request) => {
        const isOwn = request.url().startsWith(url) || /^(data|blob):/.test(request.url());
        if (!isOwn) complaints.push(`asked for ${request.url()}`);
    });
}

/** Waits until a page has said that all is there. */
export const untilReady = (page: Page) => page.waitForSelector("body[data-ready]", { state: "attached" });

/** A page of its own context, whose address is not asked for yet. */
export async function openPage(browser: Browser, url: string, options: Omit<VisitOptions, "hash" | "search" | "quality"> = {}): Promise<Visit> {
    const { before = [], clock = "held", ...rest } = options;
    const context = await browser.newContext({ viewport: smallViewport, serviceWorkers: "block", ...rest });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    if (clock === "held") await page.addInitScript(holdClock);
    for (const each of [before].flat()) await page.addInitScript(each as () => void);
    const complaints: string[] = [];
    listen(page, url, complaints);
    return { page, complaints, close: () => context.close() };
}

export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
    const { hash = "", search = "", quality = "off", ...rest } = options;
    const opened = await openPage(browser, url, rest);
    const asked = quality === "usual" ? "" : `?quality=${quality}`;
    await opened.page.goto(`${url}${asked}${search}${hash && `#${hash}`}`);
    await untilReady(opened.page);
    return opened;
}

/** A visit that the tests of a group share. */
export function shareVisit(shared: Shared, options: VisitOptions, prepare: (page: Page) => Promise<unknown> = async () => {}): Omit<Visit, "close"> {
    let here: Visit;
    beforeAll(async () => {
        here = await visit(shared.browser, shared.url, options);
        await prepare(here.page);
    });
    afterAll(() => here?.close());
    return {
        get page() {
            return here.page;
        },
        get complaints() {
            return here.complaints;
        },
    };
}

/** Prefix of expressions that use `kamm`. */
const seesKamm = "const app = window.kamm, simulation = app?.simulation;";

/** A number of the running page. */
export const read = (page: Page, expression: string) =>
    page.evaluate(`(() => { ${seesKamm} return ${expression}; })()`) as Promise<number>;

const framesPerS = 60;

/** Lets that many frames of 1/60 s pass. */
export const frames = (page: Page, count: number) => page.evaluate((n) => window.clock!.step(n), count);

/** Lets so much of the page's time pass, frame by frame. */
export const pass = (page: Page, seconds: number) => frames(page, Math.round(framesPerS * seconds));

/** Lets the page's time pass until an expression holds, at most so much of it. */
export async function until(page: Page, expression: string, atMostS = 30): Promise<void> {
    const frames = Math.round(framesPerS * atMostS);
    const does = await page.evaluate(`(() => { ${seesKamm} return window.clock.until(() => ${expression}, ${frames}); })()`);
    if (!does) throw new Error(`${atMostS} s later still not: ${expression}`);
}

/** When the browser has drawn what was changed: no time passes. */
export const drawn = (page: Page) => page.evaluate(() => window.clock!.drawn());

/** Waits until an expression holds that network, a worker or storage make true: they take what they take. */
export const when = (page: Page, expression: string) =>
    page.evaluate(`(async () => {
        ${seesKamm}
        const holds = () => ${expression};
        if (window.clock) await window.clock.when(holds);
        else while (!holds()) await new Promise(requestAnimationFrame);
    })()`);

/** Lets the page's time pass until something is to be seen, at most so much of it. */
export async function untilSeen(page: Page, what: Locator, atMostS = 30): Promise<void> {
    for (let passedS = 0; passedS <= atMostS; passedS += 0.1) {
        if (await what.first().isVisible()) return;
        await pass(page, 0.1);
    }
    throw new Error(`${atMostS} s later still not to be seen: ${what}`);
}

/** How many bytes each file takes as it is sent; `settled` once all that was asked for has come. */
export function countBytes(page: Page) {
    const sizes = new Map<string, number>();
    const coming = new Map<Request, () => void>();
    const all: Promise<void>[] = [];
    page.on("request", (request) => all.push(new Promise((come) => coming.set(request, come))));
    page.on("requestfailed", (request) => coming.get(request)!());
    page.on("requestfinished", async (request) => {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        sizes.set(request.url().replace(/.*\//, ""), responseBodySize + responseHeadersSize);
        coming.get(request)!();
    });
    return {
        async settled(): Promise<ReadonlyMap<string, number>> {
            for (let count = -1; count !== all.length; ) await Promise.all(all.slice(0, (count = all.length)));
            return sizes;
        },
    };
}

/** Keys go to the scene, not to a button. */
export const focusScene = (page: Page) => page.locator("#scene").focus();

/** Done before a page's own scripts: no canvas gives what the scene is drawn with. */
export function withoutWebGl() {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith("webgl") ? null : (original as Function).call(this, kind, ...rest);
    } as typeof original;
}

/** Drops a file on the page. */
export async function drop(page: Page, name: string, text: string) {
    const data = await page.evaluateHandle(
        ([fileName, content]) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([content!], fileName!));
            return transfer;
        },
        [name, text],
    );
    await page.dispatchEvent("body", "dragover", { dataTransfer: data });
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
}
