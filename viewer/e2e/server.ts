/** `kamm drive` for the tests, on a port of its own, and Debian's Chromium: what setup.ts starts. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserServer, chromium } from "playwright-core";

/** Only what hangs takes so long. */
export const patienceMs = 300_000;

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Server {
    readonly url: string;
    /** Resolves when it has ended. */
    stop(): Promise<unknown>;
}

/** $KAMM, as CTest gives it, or that of `./dev build`. */
const command = process.env["KAMM"] ?? `${root}/build/dev/bin/kamm`;

/** What the command measures. */
export function figureOfCommand(test: string, car: string, figure: string): number {
    const told = execFileSync(command, ["run", test, "--car", car, "--json"], { encoding: "utf8" });
    return JSON.parse(told).figures[figure].value;
}

/** Starts the server of a page in the build folder. */
export function startServer(page = "page"): Promise<Server> {
    const child: ChildProcess = spawn(
        command,
        ["drive", "--port", "0", "--no-browser", "--page", `${root}/build/${page}`],
        { stdio: ["ignore", "pipe", "pipe"] },
    );
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const stop = () => (child.kill(), ended);
    return new Promise((resolve, reject) => {
        let text = "";
        const read = (data: Buffer) => {
            text += data.toString();
            const url = /http:\/\/\S+/.exec(text)?.[0];
            if (url) resolve({ url, stop });
        };
        child.stdout!.on("data", read);
        child.stderr!.on("data", read);
        child.on("error", reject);
        child.on("exit", () => reject(new Error(`${command} drive has ended: ${text}`)));
    });
}

/** WebGL by a graphics card in software; all else without one, which takes a twentieth of the time there. */
const drawsInSoftware = [
    ...["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
    ...["--disable-accelerated-2d-canvas", "--disable-gpu-rasterization", "--disable-gpu-compositing"],
];
export const drawsNoWebGl = ["--disable-gpu", "--disable-webgl", "--disable-webgl2"];

/**
 * Chromium loads a document for the list below its address bar beside each window, which takes as long as the page itself. The
 * switch replaces Playwright's, so that the features that Playwright turns off are here as well.
 */
const featuresOff = [
    ...["PreloadTopChromeWebUI", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
    ...["AcceptCHFrame", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "DialMediaRouteProvider"],
    ...["GlobalMediaControls", "HttpsUpgrades", "LensOverlay", "MediaRouter", "OptimizationHints", "PaintHolding"],
    ...["RenderDocument", "ThirdPartyStoragePartitioning", "Translate"],
];

const launchOptions = (flags: readonly string[]) => ({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
        ...["--no-sandbox", "--autoplay-policy=no-user-gesture-required", `--disable-features=${featuresOff.join(",")}`],
        ...flags,
    ],
    timeout: patienceMs,
});

/** Chromium that draws in software, as on a machine without a screen, for all tests: they connect to it. */
export const launchBrowser = (): Promise<BrowserServer> => chromium.launchServer(launchOptions(drawsInSoftware));

/** One with other flags, for a test of these. */
export const startBrowser = (flags: readonly string[]): Promise<Browser> => chromium.launch(launchOptions(flags));
