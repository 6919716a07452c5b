/** What a link carries, and what is kept in a browser; what it loads first. */
import { describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { drop, openPage, read, untilReady, visit, when } from "./visit";

const shared = shareBrowser();

describe("links", () => {
    test("a shared link restores car, changes, rung, surface and wind", async () => {
        const first = await visit(shared.browser, shared.url);
        await first.page.evaluate(() =>
            window.kamm!.simulation.change({
                car: "mclaren-mp4-12c",
                rung: "double_track",
                surfaceOverride: "wet_asphalt",
                windMps: [3, -4, 0],
                start: "skid_pad",
                changes: { "body.mass_kg": 1500.5, "aids.abs": false },
            }),
        );
        await when(first.page, "location.hash.includes('mclaren')");
        const link = first.page.url();
        const setup = await first.page.evaluate(() => JSON.stringify(window.kamm!.simulation.setup));
        await first.close();
        const second = await visit(shared.browser, shared.url, { hash: new URL(link).hash.slice(1) });
        expect(await second.page.evaluate(() => JSON.stringify(window.kamm!.simulation.setup))).toBe(setup);
        expect(await read(second.page, "simulation.vehicle.get('body.mass_kg')")).toBe(1500.5);
        const strength = "simulation.player.assistSettings.strength - simulation.setup.aid";
        expect(await read(second.page, strength)).toBe(0);
        expect(second.complaints).toEqual([]);
        await second.close();
    });

    test("a link carries a car that was dropped, with its changes and tyres", async () => {
        const first = await visit(shared.browser, shared.url, { hash: "car=nissan-micra" });
        const file = await first.page.evaluate(() => window.kamm!.simulation.vehicle.json());
        await drop(first.page, "mine.json", file.replace(/"mass_kg":\s*[\d.]+/, '"mass_kg": 1234'));
        await when(first.page, "simulation.setup.car === 'own'");
        await first.page.evaluate(() => window.kamm!.simulation.change({ changes: { "aids.abs": false } }));
        await when(first.page, "location.hash.includes('file=') && location.hash.includes('aids.abs')");
        const { hash } = new URL(first.page.url());
        expect(hash.length).toBeLessThan(8300);
        const key = await first.page.evaluate(() => window.kamm!.simulation.carKey);
        await first.close();

        const second = await visit(shared.browser, shared.url, { hash: hash.slice(1) });
        expect(await second.page.evaluate(() => window.kamm!.simulation.setup.car)).toBe("own");
        expect(await second.page.evaluate(() => window.kamm!.simulation.carKey)).toBe(key);
        expect(await read(second.page, "simulation.vehicle.get('body.mass_kg')")).toBe(1234);
        expect(await read(second.page, "simulation.vehicle.get('aids.abs')")).toBe(0);
        expect(second.page.url()).toContain(hash);
        expect(second.complaints).toEqual([]);

        // The same link in a page that is open, and one that has lost its end.
        await second.page.evaluate(() => window.kamm!.simulation.change({ car: "nissan-micra", changes: {} }));
        await when(second.page, "!location.hash.includes('file=')");
        const reloaded = second.page.waitForEvent("load");
        await second.page.evaluate((link) => void (location.hash = link), hash);
        await reloaded; // a file is read when the page begins
        await untilReady(second.page);
        await when(second.page, "simulation.setup.car === 'own' && simulation.vehicle.get('body.mass_kg') === 1234");
        await second.close();
        const third = await visit(shared.browser, shared.url, { hash: hash.slice(1, -20) });
        await third.page.locator("#messages").getByText("cut off or damaged").waitFor();
        expect(await third.page.evaluate(() => window.kamm!.simulation.setup.car)).toBe("bmw-m3-e46");
        expect(third.complaints).toEqual([]);
        await third.close();
    });

    test("the aid of a link is that of the car from the first", async () => {
        for (const [hash, aid] of [
            ["car=nissan-micra&aid=0.3", 0.3],
            ["car=nissan-micra", 0.8],
        ] as const) {
            const { page, close } = await visit(shared.browser, shared.url, { hash });
            expect(await read(page, "simulation.player.assistSettings.strength")).toBeCloseTo(aid, 6);
            await close();
        }
    });

    test("a link with mistakes names them and uses the rest", async () => {
        const { page, close } = await visit(shared.browser, shared.url, { hash: "car=trabant&rung=double_track" });
        await page.locator("#messages").getByText("trabant").waitFor();
        expect(await page.evaluate(() => window.kamm!.simulation.setup.rung)).toBe("double_track");
        await close();
    });
});

test("a car that was dropped is there again after a reload", async () => {
    const { page, complaints, close } = await visit(shared.browser, shared.url, { hash: "car=nissan-micra" });
    const file = await page.evaluate(() => window.kamm!.simulation.vehicle.json());
    await drop(page, "mine.json", file.replace(/"mass_kg":\s*[\d.]+/, '"mass_kg": 1234'));
    await when(page, "simulation.setup.car === 'own'");
    await when(page, "location.hash.includes('own') && !app.isWriting");
    await page.reload();
    await untilReady(page);
    expect(await page.evaluate(() => window.kamm!.simulation.setup.car)).toBe("own");
    expect(await read(page, "simulation.vehicle.get('body.mass_kg')")).toBe(1234);
    const key = await page.evaluate(() => window.kamm!.simulation.carKey);
    await drop(page, "mine.json", file.replace(/"mass_kg":\s*[\d.]+/, '"mass_kg": 1235'));
    await when(page, "simulation.vehicle.get('body.mass_kg') === 1235");
    expect(await page.evaluate(() => window.kamm!.simulation.carKey)).not.toBe(key); // no best lap of another car
    expect(complaints).toEqual([]);
    await close();
});

test("the module comes as one, packed, and is compiled while it comes in", async () => {
    const { page, complaints, close } = await openPage(shared.browser, shared.url);
    await page.addInitScript(() => {
        const original = WebAssembly.compileStreaming;
        WebAssembly.compileStreaming = (source) => {
            document.documentElement.dataset["streamed"] = "yes";
            return original(source);
        };
    });
    const answers: Record<string, string | undefined>[] = [];
    let scripts = 0;
    page.on("response", (response) => {
        const headers = response.headers();
        if (response.url().endsWith(".wasm")) answers.push(headers);
        if (response.url().endsWith(".js")) scripts += Number(headers["content-length"]);
    });
    await page.goto(`${shared.url}?quality=off`);
    await untilReady(page);
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ "content-type": "application/wasm" });
    expect(answers[0]!["content-encoding"]).toMatch(/^(br|gzip)$/);
    expect(await page.evaluate(() => document.documentElement.dataset["streamed"])).toBe("yes");
    expect(scripts).toBeGreaterThan(100_000);
    expect(scripts).toBeLessThan(400_000); // with the module as text it would be twice that
    expect(complaints).toEqual([]);
    await close();
});
