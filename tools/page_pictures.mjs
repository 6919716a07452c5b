/**
 * Takes the pictures of the page that docs/page.md shows.
 *
 * Usage: node tools/page_pictures.mjs URL [NAME…]    URL: of a running `./kamm drive`; all pictures, or those named
 */
import { chromium } from "playwright-core";

const [url, ...wanted] = process.argv.slice(2);

const driveFor = (seconds) => (page) =>
    page.evaluate((count) => {
        if (!window.kamm.simulation.autopilot) window.kamm.run("autopilot");
        for (let i = 0; i < count; ++i) window.kamm.advance(1 / 60);
    }, 60 * seconds);

async function cockpit(page) {
    await driveFor(21)(page);
    while ((await page.evaluate(() => window.kamm.cameraTitle)) !== "Cockpit")
        await page.evaluate(() => window.kamm.run("camera"));
    await page.waitForTimeout(3000); // its parts are loaded
}

async function moose(page) {
    await page.locator(".road-test button", { hasText: "Go" }).click();
    await page.evaluate(() => {
        for (let i = 0; i < 150; ++i) window.kamm.advance(1 / 60);
    });
}

/** A lap on each of two set-ups. */
async function telemetry(page) {
    await driveFor(95)(page);
    await page.keyboard.press("b");
    await page.evaluate(() =>
        window.kamm.simulation.change({ changes: { "axles[1].suspension.anti_roll_bar_n_per_m": 40_000 } }),
    );
    await driveFor(190)(page);
    await page.keyboard.press("v");
}

/** A step at the limit, with all rungs' answers. */
async function ladder(page) {
    await page.keyboard.press("y");
    await page.locator(".ladder-runs button", { hasText: "Step steer" }).click();
    await page.evaluate(() => {
        for (let i = 0; i < 160; ++i) window.kamm.advance(1 / 60);
    });
}

async function glass(page) {
    await driveFor(21)(page);
    await page.keyboard.press("x");
}

/** A recording of examples/19_recording.c, in build/run.kammrec. */
async function recording(page) {
    await page.locator("input[accept*=kammrec]").setInputFiles("build/run.kammrec");
    await page.locator(".recording-bar button", { hasText: "Pause" }).click();
    await page.locator(".recording-bar input").evaluate((time) => {
        time.value = "4.6";
        time.dispatchEvent(new Event("input"));
    });
}

const desktop = { viewport: { width: 1280, height: 720 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What is done before each, and what it shows. */
const pictures = {
    drive: { hash: "car=bmw-m3-e46&start=circuit", prepare: driveFor(21) },
    cockpit: { hash: "car=bmw-m3-e46&start=circuit", prepare: cockpit },
    ladder: { hash: "car=bmw-m3-e46&start=skid_pad", prepare: ladder },
    glass: { hash: "car=toyota-hilux-laden&start=circuit", prepare: glass },
    moose: { hash: "car=volvo-v40&test=moose", prepare: moose },
    telemetry: { hash: "car=bmw-m3-e46&start=circuit", prepare: telemetry },
    recording: { hash: "car=bmw-m3-e46&start=circuit", prepare: recording },
    phone: { hash: "car=bmw-m3-e46&start=circuit", device: phone, prepare: driveFor(21) },
    tuning: {
        hash: "car=bmw-m3-e46&start=circuit",
        prepare: async (page) => {
            await driveFor(12)(page);
            await page.keyboard.press("t");
        },
    },
    twenty: { hash: "car=bmw-m3-e46&start=circuit&others=19", prepare: driveFor(9) },
};

async function takeLesson() {
    const page = await browser.newPage(desktop);
    await page.goto(`${url}learn/friction-circle/`);
    await page.waitForTimeout(6000);
    await page.screenshot({ path: "docs/pictures/page-lesson.jpg", type: "jpeg", quality: 85 });
    await page.close();
}

const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    // WebGL in software, all else without it: viewer/e2e/server.ts says why.
    args: [
        ...["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
        ...["--disable-accelerated-2d-canvas", "--disable-gpu-rasterization", "--disable-gpu-compositing"],
    ],
});
if (wanted.length === 0 || wanted.includes("lesson")) await takeLesson();
for (const [name, { hash, prepare, device = desktop }] of Object.entries(pictures)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const page = await browser.newPage(device);
    page.setDefaultTimeout(300_000);
    await page.goto(`${url}?quality=high#${hash}`);
    await page.waitForSelector("body[data-ready]", { state: "attached", timeout: 300_000 });
    await page.evaluate(() => window.kamm.complete);
    await page.locator("#scene").focus();
    await prepare(page);
    await page.waitForTimeout(6000); // a frame takes a second or more where it is drawn in software
    await page.screenshot({ path: `docs/pictures/page-${name}.jpg`, type: "jpeg", quality: 85 });
    await page.close();
}
await browser.close();
