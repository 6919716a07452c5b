/** The glass car in a browser: its key, and other cars and trailers while it is on. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawsLittle } from "./draws_little";
import { shareBrowser } from "./shared";
import { focusScene, frames, read, type Visit, visit } from "./visit";

const shared = shareBrowser();

describe("the glass car", () => {
    let here: Visit;
    beforeAll(async () => {
        const viewport = { width: 320, height: 200 }; // software draws few pixels sooner
        const hash = "car=bmw-m3-e46&start=straight";
        here = await visit(shared.browser, shared.url, { hash, quality: "low", viewport, before: drawsLittle });
        await focusScene(here.page);
    });
    afterAll(() => here?.close());

    const press = async (text: string) => {
        await here.page.keyboard.press("KeyX");
        await here.page.getByText(text, { exact: true }).first().waitFor();
    };

    test("X goes to glass, to the mechanism alone, and back; the car stays where it is", async () => {
        await press("Glass car: on");
        await frames(here.page, 1);
        await press("Glass car: the mechanism alone");
        await frames(here.page, 1);
        await press("Glass car: off");
        expect(Math.abs(await read(here.page, "simulation.player.speedMps"))).toBeLessThan(0.1);
    });

    test("goes on with other cars, other set-ups, trailers, models and cameras", async () => {
        await press("Glass car: on");
        for (const setup of [
            { car: "toyota-hilux-laden" },
            { changes: { "axles[1].suspension.anti_roll_bar_n_per_m": 30000 } },
            { car: "man-kat1-8x8", changes: {} },
            { car: "reliant-robin" },
            { car: "volvo-v40-caravan" },
            { rung: "single_track" as const },
            { car: "suzuki-jimny", rung: "kinematic" as const },
        ]) {
            await here.page.evaluate((part) => window.kamm!.simulation.change(part), setup);
            await here.page.evaluate(() => window.kamm!.advance(0.3));
            await frames(here.page, 1);
        }
        for (let i = 0; i < 5; ++i) {
            await here.page.evaluate(() => window.kamm!.run("camera"));
            await frames(here.page, 1);
        }
        expect(here.complaints).toEqual([]);
    });

    test("of a car with a trailer, each look is drawn without a word in the console", async () => {
        const { page, complaints } = here;
        await page.evaluate(() => window.kamm!.simulation.change({ car: "volvo-v40-caravan", rung: "full" }));
        for (let i = 0; i < 3; ++i) {
            await page.evaluate(() => window.kamm!.run("glass"));
            await frames(page, 1);
        }
        expect(complaints).toEqual([]);
    });
});
