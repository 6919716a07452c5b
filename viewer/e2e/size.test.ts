/** What a first visit loads; that height maps are made small changes nothing of the ground. */
import { loadKamm } from "kamm";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { countBytes, openPage, pass, untilReady, visit } from "./visit";

const shared = shareBrowser();
/** 929 kB were measured: the core with two- and three-wheelers, riders, bodies of many shapes and arcade handling, without joints; a list with two-wheelers, and the keys that ride them. */
const maxBytes = 931_000;

test("the first visit loads less than 931 kB, as it is sent", async () => {
    const { page, close } = await openPage(shared.browser, shared.url);
    const load = countBytes(page);
    await page.goto(`${shared.url}?quality=off`);
    await untilReady(page);
    await pass(page, 1); // what it would fetch a little later
    const sizes = await load.settled();
    const sum = [...sizes.values()].reduce((all, size) => all + size, 0);
    console.log(`${(sum / 1000).toFixed(0)} kB:`, Object.fromEntries(sizes));
    expect(sizes.size).toBeGreaterThanOrEqual(5); // document, script, style, module, heights
    expect(Math.max(...sizes.values())).toBeGreaterThan(100_000);
    expect(sum).toBeLessThan(maxBytes);
    await close();
});

test("the ground is that of the picture in data/, to the bit", async () => {
    const kamm = await loadKamm();
    const data = (name: string) => readFileSync(new URL(`../../data/worlds/proving-ground.${name}`, import.meta.url));
    await kamm.addFile("worlds/proving-ground.png", data("png"));
    const world = kamm.world(data("json").toString(), "worlds/proving-ground.json");
    const places = Array.from({ length: 500 }, (_, i) => [((i * 7919) % 1400) - 700, ((i * 6007) % 900) - 450] as const);
    const expected = places.map(([x, y]) => world.groundAt(x, y).heightM);
    const { page, close } = await visit(shared.browser, shared.url);
    const heights = await page.evaluate(
        (all) => all.map(([x, y]) => window.kamm!.simulation.world.groundAt(x, y).heightM),
        places,
    );
    expect(new Set(expected).size).toBeGreaterThan(200);
    expect(heights).toEqual(expected);
    await close();
});
