import { expect, test } from "vitest";
import { createQualityWatch, type Quality, type QualityWatch } from "./quality";

function run(watch: QualityWatch, frameS: number, forS: number): Quality {
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

test("what somebody has asked for stays", () => {
    expect(run(createQualityWatch("high", true), 1, 60)).toBe("high");
    expect(run(createQualityWatch("low", true), 1 / 144, 600)).toBe("low");
    expect(run(createQualityWatch("off", false), 1 / 144, 60)).toBe("off");
});
