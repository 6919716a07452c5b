/** What setup.ts has started, for the tests of a file. */
import { type Browser, chromium } from "playwright-core";
import { beforeAll, inject } from "vitest";

let connected: Promise<Browser> | null = null;

export interface Shared {
    readonly browser: Browser;
    readonly url: string;
}

/** The browser and the server that all files share; contexts keep visits apart. */
export function shareBrowser(): Shared {
    let browser: Browser;
    beforeAll(async () => {
        browser = await (connected ??= chromium.connect(inject("browserEndpoint")));
    });
    return {
        get browser() {
            return browser;
        },
        url: inject("pageUrl"),
    };
}
