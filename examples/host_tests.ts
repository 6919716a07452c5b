/** What hosts in JavaScript are held to: the course at all rates, and the crash. */
import { expect, test } from "vitest";
import { compareRates, crash, scrapingM } from "./host_course.mjs";

/** `boxesMoved`: how many of the crash's six boxes have to fly, at least. */
export function testHost(makeHost: (hz: number, scrapes: boolean, speedMps?: number) => Promise<object>, boxesMoved: number): void {
    test("the course ends at the same place at 30, 60, 120 and 144 Hz, also scraping", async () => {
        const level = await compareRates(makeHost, false, [30, 144]);
        expect(level.apartM).toBeLessThan(0.1);
        const scraping = await compareRates(makeHost, true);
        expect(scraping.apartM).toBeLessThan(scrapingM);
        for (const { wayM, scrapedS, fault } of [...level.ends, ...scraping.ends]) {
            expect(wayM).toBeGreaterThan(250);
            expect(scrapedS).toBeLessThan(6); // it is not stuck
            expect(fault).toBe(0);
        }
        for (const { scrapedS } of scraping.ends) expect(scrapedS).toBeGreaterThan(2);
    }, 600_000);

    test.each([30, 144])("boxes fly and a wall stops the car, at %i Hz", async (hz) => {
        const seen = await crash(makeHost, hz);
        expect(seen.boxesMoved).toBeGreaterThanOrEqual(boxesMoved);
        expect(seen.fastestBoxMps).toBeGreaterThan(5);
        expect(seen.farthestM).toBeGreaterThan(50);
        expect(seen.farthestM).toBeLessThan(55 - 0.8);
        expect(seen.speedMps).toBeLessThan(0.5);
        expect(seen.fault).toBe(0);
    }, 300_000);
}
