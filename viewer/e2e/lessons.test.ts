/** The lessons in a browser: that they load light, that sliders change the world, and that each can click. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lessons } from "../../learn/list";
import { shareBrowser } from "./shared";
import { countBytes, drawn, frames, openPage, untilReady, type Visit, visit } from "./visit";

const shared = shareBrowser();
const touched = { hasTouch: true, isMobile: true };

type Figures = Record<string, number>;
interface Lesson {
    readonly ride: { readonly timeS: number; running: boolean; advance(seconds: number): void };
    readonly experiment: { figures(): Figures; progress(): { isDone: boolean } };
}
type WithLesson = Window & { lesson: Lesson };

async function open(path: string, options = {}): Promise<Visit> {
    const opened = await openPage(shared.browser, shared.url, { viewport: { width: 1100, height: 760 }, ...options });
    await opened.page.goto(`${shared.url}learn/${path}`);
    await untilReady(opened.page);
    return opened;
}

const openLesson = (id: string, options = {}) => open(`${id}/index.html`, options);
const advance = (page: Page, seconds: number) =>
    page.evaluate((s) => (window as unknown as WithLesson).lesson.ride.advance(s), seconds);
const figures = (page: Page) =>
    page.evaluate(() => (window as unknown as WithLesson).lesson.experiment.figures()) as Promise<Figures>;
const restart = (page: Page) => page.getByRole("button", { name: "Back to the start" }).click();

/** Types a number into a sentence, or chooses a word of it. */
async function put(page: Page, label: RegExp, value: string) {
    const knob = page.getByLabel(label);
    if (await knob.evaluate((element) => element.tagName === "SELECT")) return void (await knob.selectOption(value));
    await knob.fill(value);
    await knob.press("Enter");
}

/** What a reader who has understood does in each lesson, by its sliders alone. */
const solutions: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    async "six-lines"(page) {
        await put(page, /Angle/, "17");
        await restart(page);
        await advance(page, 15);
    },
    async bicycle(page) {
        await put(page, /stiffness of the rear/, "1.4");
        await restart(page);
        await advance(page, 5);
        await put(page, /Speed/, "150");
        await advance(page, 12);
    },
    async "friction-circle"(page) {
        await put(page, /pedal/, "65");
        await restart(page);
        await advance(page, 8);
    },
    async "load-transfer"(page) {
        await put(page, /Speed/, "55");
        await restart(page);
        await advance(page, 7);
    },
    async "anti-roll-bars"(page) {
        await put(page, /front axle/, "30");
        await restart(page);
        await advance(page, 6);
    },
    async launch(page) {
        await put(page, /pedal/, "60");
        await put(page, /upshift/, "7000");
        await restart(page);
        await advance(page, 7);
    },
    async "split-friction"(page) {
        await put(page, /Anti-lock/, "with");
        await restart(page);
        await advance(page, 8);
    },
    async parked(page) {
        await put(page, /Slope/, "27");
        await advance(page, 8);
        await put(page, /Slope/, "29");
        await advance(page, 4);
    },
    async "two-wheels"(page) {
        await put(page, /Speed/, "17");
        await restart(page);
        await advance(page, 10);
    },
};

/** Changes of a slider, so that the text shows another figure. */
const changes: Readonly<Record<string, readonly [label: RegExp, value: string, figure: string]>> = {
    "six-lines": [/Angle/, "20", "form"],
    bicycle: [/stiffness of the rear/, "1.5", "rearStiffness"],
    "friction-circle": [/Road/, "snow", "most"],
    "load-transfer": [/Height/, "0.7", "height"],
    "anti-roll-bars": [/rear axle/, "30", "rear"],
    launch: [/pedal/, "20", "acceleration"],
    "split-friction": [/Speed/, "60", "form"],
    parked: [/Slope/, "20", "pull"],
    "two-wheels": [/Trail/, "without", "trail"],
};

describe.each(lessons.map(({ id }) => id))("%s", (id) => {
    let here: Visit;
    beforeAll(async () => {
        here = await openLesson(id, { ...touched, reducedMotion: "reduce" });
    });
    afterAll(() => here?.close());

    test("stands until Start is pressed, and then drives", async () => {
        const { page, complaints } = here;
        await frames(page, 24);
        expect(await page.locator("[data-clock]").textContent()).toBe("0.0 s");
        await page.getByRole("button", { name: "Start", exact: true }).focus();
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: "Pause" }).waitFor();
        await frames(page, 24);
        expect(parseFloat((await page.locator("[data-clock]").textContent())!)).toBeGreaterThan(0.3);
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: "Go on" }).waitFor();
        expect(complaints).toEqual([]);
    });

    test("does not click by itself, and does for a reader who has understood", async () => {
        const { page, complaints } = here;
        await restart(page);
        await advance(page, 15);
        expect(await page.locator(".task.done").count()).toBe(0);
        await solutions[id]!(page);
        expect(await page.locator(".task.done").count()).toBe(1);
        expect(await page.locator(".task [role=status]").textContent()).toMatch(/^Done\. /);
        const list = await page.context().newPage();
        await list.goto(`${shared.url}learn/index.html`);
        expect(await list.locator(`[data-lesson="${id}"]`).textContent()).toContain("done");
        await list.close();
        expect(complaints).toEqual([]);
    });

    test("a slider changes what the core says", async () => {
        const { page, complaints } = here;
        const [label, value, name] = changes[id]!;
        const shown = page.locator(`[data-figure="${name}"]`).first();
        await restart(page);
        await advance(page, 1.5);
        const [before, beforeText] = [(await figures(page))[name]!, await shown.textContent()];
        await put(page, label, value);
        await restart(page);
        await advance(page, 1.5);
        expect(Math.abs((await figures(page))[name]! - before)).toBeGreaterThan(0.02 * Math.abs(before));
        expect(await shown.textContent()).not.toBe(beforeText);
        expect(complaints).toEqual([]);
    });

    test("fits a phone, and axe finds nothing", async () => {
        const { page, complaints } = here;
        await page.setViewportSize({ width: 390, height: 844 });
        await drawn(page);
        await restart(page);
        await advance(page, 2);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        const wide = await page.evaluate(() =>
            [...document.querySelectorAll("main *")]
                .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
                .filter((element) => !element.closest(".katex-mathml, svg"))
                .map((element) => element.outerHTML.slice(0, 80)),
        );
        expect(wide).toEqual([]);
        expect((await page.locator(".view canvas").first().boundingBox())!.height).toBeGreaterThan(180);
        for (const knob of await page.locator(".knob input, .knob select").all())
            expect((await knob.boundingBox())!.height).toBeGreaterThanOrEqual(24);
        await page.evaluate(axe.source);
        const findings = await page.evaluate(async () => {
            const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document);
            return violations.flatMap(({ id: rule, nodes }) => nodes.map(({ html }) => `${rule}: ${html.slice(0, 140)}`));
        });
        expect(findings).toEqual([]);
        expect(complaints).toEqual([]);
    });
});

describe("the numbers in the sentences", () => {
    test("are dragged, stepped by keys and typed", async () => {
        const { page, close } = await openLesson("bicycle");
        const knob = page.getByLabel("Speed, km/h");
        const box = (await knob.boundingBox())!;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 15, y, { steps: 3 });
        await page.mouse.move(x + 30, y, { steps: 3 });
        await page.mouse.up();
        expect(await knob.inputValue()).toBe("100");
        await knob.focus();
        await page.keyboard.press("ArrowUp");
        expect(await knob.inputValue()).toBe("105");
        await page.keyboard.press("PageDown");
        expect(await knob.inputValue()).toBe("55");
        await page.keyboard.press("End");
        expect(await knob.inputValue()).toBe("180");
        await knob.fill("999");
        await page.keyboard.press("Tab");
        expect(await knob.inputValue()).toBe("180");
        await knob.fill("73");
        await page.keyboard.press("Enter");
        expect(await knob.inputValue()).toBe("75");
        expect((await figures(page))["speed"]! * 3.6).toBeCloseTo(75, 0); // not under way: it begins with that
        await close();
    });

    test("are reached by Tab alone, in the order of the text", async () => {
        const { page, close } = await openLesson("anti-roll-bars");
        const labels: (string | null)[] = [];
        for (let i = 0; i < 14; ++i) {
            await page.keyboard.press("Tab");
            labels.push(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null));
        }
        const knobs = ["Speed, km/h", "Road", "Anti-roll bar of the front axle, N/mm", "Anti-roll bar of the rear axle, N/mm"];
        expect(labels.filter((label) => knobs.includes(label ?? ""))).toEqual(knobs);
        await close();
    });
});

describe("the way to the full page", () => {
    test("goes to the same car with the same changes", async () => {
        const { page, complaints, close } = await openLesson("anti-roll-bars");
        await put(page, /front axle/, "34");
        const href = await page.getByRole("link", { name: "Open this in the full page" }).evaluate((link) => (link as HTMLAnchorElement).href);
        await close();
        expect(new URL(href).pathname).toBe("/");
        const full = await visit(shared.browser, shared.url, { hash: new URL(href).hash.slice(1) });
        const setup = await full.page.evaluate(() => window.kamm!.simulation.setup);
        expect(setup).toMatchObject({ car: "toyota-hilux-laden", rung: "full", start: "moose", aid: 0 });
        expect(setup.changes["axles[0].suspension.anti_roll_bar_n_per_m"]).toBe(34000);
        expect(full.complaints).toEqual([]);
        expect(complaints).toEqual([]);
        await full.close();
    });

    test("takes the rung and the surface along", async () => {
        const { page, close } = await openLesson("friction-circle");
        await put(page, /Road/, "snow");
        const hash = await page.getByRole("link", { name: "Open this" }).evaluate((link) => (link as HTMLAnchorElement).hash);
        expect(hash).toContain("surface=snow");
        expect(hash).toContain("aids.abs:false");
        await close();
    });
});

test("a lesson loads less than 150 kB beside the core, which is the file of the full page", async () => {
    const { page, close } = await openPage(shared.browser, shared.url);
    const load = countBytes(page);
    await page.goto(`${shared.url}learn/friction-circle/index.html`);
    await untilReady(page);
    await drawn(page);
    const sizes = await load.settled();
    const [lessonWasm] = [...sizes].filter(([name]) => name.endsWith(".wasm"));
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    console.log(`${(total / 1000).toFixed(0)} kB:`, Object.fromEntries(sizes));
    expect(lessonWasm![1]).toBeGreaterThan(300_000);
    expect(total - lessonWasm![1]).toBeLessThan(150_000);
    const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(names.filter((name) => name.endsWith(".wasm"))).toHaveLength(1);
    await close();
    const full = await visit(shared.browser, shared.url);
    const pageNames = await full.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(pageNames.filter((name) => name.endsWith(".wasm"))).toEqual(names.filter((name) => name.endsWith(".wasm")));
    await full.close();
});

test("the list has all of them, each with its sentence, and axe finds nothing", async () => {
    const { page, complaints, close } = await open("index.html");
    for (const { id, title, sentence } of lessons) {
        const link = page.locator(`[data-lesson="${id}"] a`);
        expect(await link.textContent()).toContain(title);
        expect(await link.textContent()).toContain(sentence);
        expect(await link.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    }
    await page.evaluate(axe.source);
    const count = await page.evaluate(async () => (await (window as unknown as { axe: typeof axe }).axe.run(document)).violations.length);
    expect(count).toBe(0);
    expect(complaints).toEqual([]);
    await close();
});

test("it prints: text and pictures without buttons", async () => {
    const { page, close } = await openLesson("load-transfer");
    await advance(page, 5);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".controls").isVisible()).toBe(false);
    expect(await page.locator(".view canvas").first().isVisible()).toBe(true);
    expect(await page.locator("main").isVisible()).toBe(true);
    expect((await page.pdf()).length).toBeGreaterThan(20_000);
    await close();
});
