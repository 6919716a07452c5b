/** `kamm drive` for the tests, on a port of its own, and Debian's Chromium. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Server {
    readonly url: string;
    stop(): void;
}

/** Of a page in the build folder. The command is $KAMM, as CTest gives it, or that of `./dev build`. */
export function startServer(page = "page"): Promise<Server> {
    const command = process.env["KAMM"] ?? `${root}/build/dev/bin/kamm`;
    const child: ChildProcess = spawn(
        command,
        ["drive", "--port", "0", "--no-browser", "--page", `${root}/build/${page}`],
        { stdio: ["ignore", "pipe", "pipe"] },
    );
    return new Promise((resolve, reject) => {
        let text = "";
        const read = (data: Buffer) => {
            text += data.toString();
            const url = /http:\/\/\S+/.exec(text)?.[0];
            if (url) resolve({ url, stop: () => child.kill() });
        };
        child.stdout!.on("data", read);
        child.stderr!.on("data", read);
        child.on("error", reject);
        child.on("exit", () => reject(new Error(`${command} drive has ended: ${text}`)));
    });
}

const drawsInSoftware = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
export const drawsNoWebGl = ["--disable-gpu", "--disable-webgl", "--disable-webgl2"];

/** Chromium that draws in software, as on a machine without a screen, or with other flags. */
export function startBrowser(flags: readonly string[] = drawsInSoftware): Promise<Browser> {
    return chromium.launch({
        executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
        args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required", ...flags],
    });
}

export interface Shared {
    readonly browser: Browser;
    readonly url: string;
}

/** A browser and a server for the tests of a file, or of a group; `prepare` makes what is served. */
export function shareBrowser(page?: string, prepare?: () => Promise<unknown>): Shared {
    let server: Server;
    let browser: Browser;
    beforeAll(async () => {
        await prepare?.();
        [server, browser] = await Promise.all([startServer(page), startBrowser()]);
    });
    afterAll(async () => {
        await browser?.close();
        server?.stop();
    });
    return {
        get browser() {
            return browser;
        },
        get url() {
            return server.url;
        },
    };
}
