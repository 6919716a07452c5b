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
    /** "off" if not given: drawing in software takes seconds a frame. */
    readonly quality?: "off" | "low" | "medium" | "high";
}

const smallViewport = { width: 1000, height: 620 };

function listen(page: Page, url: string, complaints: string[]) {
    page.on("console", (message) => {
        const isOfNoMatter = /GPU stall due to ReadPixels|GL Driver Message/.test(message.text()); // software drawing
        if (["error", "warning"].includes(message.type()) && !isOfNoMatter)
            complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
    page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
    page.on("request", (request) => {
        const isOwn = request.url().startsWith(url) || /^(data|blob):/.test(request.url());
        if (!isOwn) complaints.push(`asked for ${request.url()}`);
    });
}

export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
    const { hash = "", quality = "off", ...rest } = options;
    const context = await browser.newContext({ viewport: smallViewport, ...rest });
    const page = await context.newPage();
    const complaints: string[] = [];
    listen(page, url, complaints);
    await page.goto(`${url}?quality=${quality}${hash && `#${hash}`}`);
    await page.waitForSelector("body[data-ready]", { state: "attached", timeout: 60_000 });
    return { page, complaints, close: () => context.close() };
}
