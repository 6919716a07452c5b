// Opens a page that uses the package and prints its text: node page_in_chromium.mjs KAMM FOLDER
// KAMM is the command, whose server allows what pages need and no more.
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

const [command, folder] = process.argv.slice(2);
const server = spawn(command, ["drive", "--port", "0", "--no-browser", "--page", folder]);
const url = await new Promise((resolve, reject) => {
    let said = "";
    const read = (data) => {
        said += data;
        const link = /http:\/\/\S+/.exec(said)?.[0];
        if (link) resolve(link);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("error", reject);
    server.on("exit", () => reject(new Error(`${command} drive has ended: ${said}`)));
});
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error.message));
    await page.goto(url);
    await page.getByText("m/s").waitFor();
    console.log(await page.locator("body").textContent());
} finally {
    await browser.close();
    server.removeAllListeners("exit");
    server.kill();
}
