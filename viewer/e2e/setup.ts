/** One server and one browser for all files of a run. */
import type { TestProject } from "vitest/node";
import { launchBrowser, startServer } from "./server";

declare module "vitest" {
    interface ProvidedContext {
        /** Where the page is. */
        pageUrl: string;
        /** Where the browser listens. */
        browserEndpoint: string;
    }
}

export default async function setup({ provide }: TestProject) {
    const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    provide("pageUrl", server.url);
    provide("browserEndpoint", browser.wsEndpoint());
    return async () => {
        await browser.close();
        await server.stop();
    };
}
