/** A visit to the page: opened, ready, with all that went wrong written down. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

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
    readonly before?: () => void;
}

const smallViewport = { width: 1000, height: 620 };

export function listen(page: Page, url: string, complaints: string[]) {
    page.on("console", (message) => {
        // Of software drawing, and of visits that keep nothing for the time without a network.
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

export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
    const { hash = "", search = "", quality = "off", before, ...rest } = options;
    const context = await browser.newContext({ viewport: smallViewport, serviceWorkers: "block", ...rest });
    const page = await context.newPage();
    if (before) await page.addInitScript(before);
    const complaints: string[] = [];
    listen(page, url, complaints);
    const asked = quality === "usual" ? "" : `?quality=${quality}`;
    await page.goto(`${url}${asked}${search}${hash && `#${hash}`}`);
    await page.waitForSelector("body[data-ready]", { state: "attached", timeout: 60_000 });
    return { page, complaints, close: () => context.close() };
}

/** A number of the running page; the expression sees `kamm`. */
export const read = (page: Page, expression: string) =>
    page.evaluate(
        `(() => { const app = window.kamm, { simulation } = app; return ${expression}; })()`,
    ) as Promise<number>;

/** Waits until an expression holds. The page's policy forbids what `waitForFunction` would do. */
export async function until(page: Page, expression: string, timeoutS = 30): Promise<void> {
    const end = Date.now() + 1000 * timeoutS;
    while (!(await read(page, expression))) {
        if (Date.now() > end) throw new Error(`${timeoutS} s later still not: ${expression}`);
        await page.waitForTimeout(40);
    }
}

/** Waits until the browser has asked for that many pictures: what is to be drawn has been, however slow it is. */
export const frames = (page: Page, count: number) =>
    page.evaluate(async (n) => {
        for (let i = 0; i < n; ++i) await new Promise(requestAnimationFrame);
    }, count);

/** Keys go to the scene, not to a button. */
export const focusScene = (page: Page) => page.locator("#scene").focus();

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
