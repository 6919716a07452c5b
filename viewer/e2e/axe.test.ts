/** What axe finds on the page, in all its states: nothing. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { drop, focusScene, pass, read, until, untilSeen, type Visit, visit } from "./visit";

const shared = shareBrowser();

/** Of all rules, or of some. Each with where it is. Evaluated from outside, since the page's policy lets no other script in. */
async function findings(page: Page, ...rules: string[]): Promise<string[]> {
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
    return page.evaluate(async (only) => {
        const { axe: here } = window as unknown as { axe: typeof axe };
        const { violations } = await here.run(document, { resultTypes: ["violations"], ...(only.length > 0 && { runOnly: only }) });
        return violations.flatMap(({ id, impact, nodes }) =>
            nodes.map(({ html, failureSummary }) => `${impact}: ${id}: ${html.slice(0, 160)}: ${failureSummary}`),
        );
    }, rules);
}

/** The rules that look at colours. */
const ofColours = ["color-contrast", "link-in-text-block"];

const openMenus = (page: Page, open: boolean) =>
    page.evaluate((is) => {
        for (const menu of document.querySelectorAll<HTMLDetailsElement>("#top details")) menu.open = is;
    }, open);

async function press(page: Page, key: string) {
    await focusScene(page);
    await page.keyboard.press(key);
}

interface State {
    readonly name: string;
    enter(page: Page): Promise<unknown>;
    leave(page: Page): Promise<unknown>;
}

const dialog = (name: string, key: string): State => ({
    name,
    async enter(page) {
        await press(page, key);
        await page.locator("dialog[open]").waitFor();
    },
    leave: (page) => page.keyboard.press("Escape"),
});

const states: readonly State[] = [
    { name: "as it begins", enter: async () => {}, leave: async () => {} },
    { name: "with its menus open", enter: (page) => openMenus(page, true), leave: (page) => openMenus(page, false) },
    {
        name: "with the tuning panel, and what was searched for",
        async enter(page) {
            if (!(await page.locator("#tuning .tuning").isVisible())) await press(page, "KeyT");
            await page.getByRole("searchbox").fill("spring");
        },
        leave: (page) => press(page, "KeyT"),
    },
    dialog("with all keys", "KeyH"),
    dialog("with pads and wheels", "KeyG"),
    {
        name: "in the replay",
        async enter(page) {
            await page.evaluate(() => window.kamm!.advance(3));
            await press(page, "KeyL");
            await untilSeen(page, page.locator(".replay:not([hidden])"));
        },
        leave: (page) => press(page, "KeyL"),
    },
    {
        name: "as a plan",
        async enter(page) {
            await press(page, "Digit2");
            await until(page, "app.isPlan");
        },
        leave: (page) => press(page, "Digit2"),
    },
    {
        name: "with a message",
        async enter(page) {
            await drop(page, "broken.json", "{");
            await page.locator("#messages .report-error").waitFor();
        },
        leave: (page) => page.keyboard.press("Escape"),
    },
    {
        name: "with a trailer and other cars",
        async enter(page) {
            await page.evaluate(() => window.kamm!.simulation.change({ car: "volvo-v40-caravan", others: 3 }));
            await until(page, "simulation.cars.length === 5");
        },
        leave: async () => {},
    },
];

const touched = { hasTouch: true, isMobile: true };
const windows = [
    ["a window", { viewport: { width: 1280, height: 760 } }],
    ["a phone", { viewport: { width: 390, height: 844 }, ...touched }],
    ["a phone on its side", { viewport: { width: 844, height: 390 }, ...touched }],
] as const;

for (const [name, device] of windows)
    describe(name, () => {
        let here: Visit;
        beforeAll(async () => {
            here = await visit(shared.browser, shared.url, device);
        });
        afterAll(() => here?.close());

        for (const state of states)
            test(state.name, async () => {
                const { page } = here;
                await state.enter(page);
                await pass(page, 0.5);
                await page.emulateMedia({ colorScheme: "dark" });
                expect(await findings(page), "dark").toEqual([]);
                await page.emulateMedia({ colorScheme: "light" });
                expect(await findings(page, ...ofColours), "light").toEqual([]);
                await state.leave(page);
            });

        test("nothing was complained of", async () => {
            expect(here.complaints).toEqual([]);
            const timeS = await read(here.page, "simulation.frame.timeS");
            await pass(here.page, 0.5);
            expect(await read(here.page, "simulation.frame.timeS")).toBeGreaterThan(timeS); // it runs still
        });
    });
