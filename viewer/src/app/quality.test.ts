import { expect, test } from "vitest";
import { createQualityWatch, type DrawnQuality, type QualityWatch } from "./quality";

function run(watch: QualityWatch, frameS: number, forS: number): DrawnQuality {
    let quality = watch.take(frameS);
    for (let timeS = frameS; timeS < forS; timeS += frameS) quality = watch.take(frameS);
    return quality;
}

test("it falls on slow machines, on very slow ones too, and not for a pause", () => {
    for (const frameS of [1 / 30, 1 / 5, 1]) {
        const watch = createQualityWatch("high", false);
        expect(run(watch, frameS, 60)).toBe("low");
    }
    const watch = createQualityWatch("high", false);
    for (let i = 0; i < 10; ++i) {
        expect(watch.take(30)).toBe("high");
        expect(run(watch, 1 / 60, 1)).toBe("high");
    }
});

test("it comes back when there is room, later each time that this has failed", () => {
    const watch = createQualityWatch("medium", false);
    let before = 0;
    for (let times = 0; times < 3; ++times) {
        expect(run(watch, 1 / 20, 8)).toBe("low");
        let waited = 0;
        while (run(watch, 1 / 60, 1) === "low") ++waited;
        expect(waited).toBeGreaterThan(before);
        before = waited;
    }
    expect(run(watch, 1 / 60, 1000)).toBe("medium"); // never above what it began with
});

test("what the user has asked for stays", () => {
    expect(run(createQualityWatch("high", true), 1, 60)).toBe("high");
    expect(run(createQualityWatch("low", true), 1 / 144, 600)).toBe("low");
});

test("a machine that the lowest is too much for is reported, one that copes is not", () => {
    const isTooSlow = (frameS: number, forS: number) => {
        const watch = createQualityWatch("high", false);
        run(watch, frameS, forS);
        return watch.isTooSlow;
    };
    expect(isTooSlow(1 / 10, 30)).toBe(true);
    expect(isTooSlow(1 / 2, 30)).toBe(true);
    expect(isTooSlow(1 / 10, 10)).toBe(false); // it has hardly fallen to the lowest
    expect(isTooSlow(1 / 30, 120)).toBe(false);
    const chosen = createQualityWatch("low", true);
    run(chosen, 1, 60);
    expect(chosen.isTooSlow).toBe(false);
});
