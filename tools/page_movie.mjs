/**
 * Films the page: a car that Kamm drives on the circuit, for a moving picture in README.md. The page's time is stepped, so that a slow
 * machine gives the same film.
 *
 * Usage: node tools/page_movie.mjs URL FOLDER    URL: of a running `./kamm drive`; FOLDER gets 000.png and so on.
 * Then, with Debian's package webp: img2webp -loop 0 -lossy -q 50 -m 6 -d 66 FOLDER/*.png -o docs/pictures/page-drive.webp
 */
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

const [url, folder] = process.argv.slice(2);
const frameMs = 66;
const before = 150; /* frames, until the car has left the straight */
const frames = 120;

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-gl=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 675 }, deviceScaleFactor: 0.6 });
await page.clock.install();
await page.goto(`${url}?quality=low#car=porsche-boxster-s-2004`);
for (let i = 0; i < 100; ++i) {
    await page.clock.fastForward(frameMs);
    if (await page.evaluate(() => document.body.dataset.ready !== undefined)) break;
    await new Promise((done) => setTimeout(done, 200));
}
await page.clock.pauseAt(Date.now() + 3_600_000); /* from here on time goes by steps */
await page.keyboard.press("t"); /* closes the tuning panel */
await page.keyboard.press("x"); /* to the start */
await page.keyboard.press("o"); /* Kamm drives */
for (let frame = -before; frame < frames; ++frame) {
    await page.clock.fastForward(frameMs);
    if (frame >= 0) await page.screenshot({ path: `${folder}/${String(frame).padStart(3, "0")}.png` });
}
await browser.close();
