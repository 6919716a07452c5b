import { expect, test, vi } from "vitest";
import { finish, type Slices, work } from "./slices";

function* count(to: number, each: () => void): Slices<number> {
    for (let i = 0; i < to; ++i) {
        each();
        yield;
    }
    return to;
}

test("all at once gives what comes out", () => {
    const each = vi.fn();
    expect(finish(count(5, each))).toBe(5);
    expect(each).toHaveBeenCalledTimes(5);
});

test("a piece at least, no more than the time allows, until all is done", () => {
    let nowMs = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
    const each = vi.fn(() => void (nowMs += 4));
    const slices = count(6, each) as unknown as Slices;
    expect(work(slices, 0)).toBe(false);
    expect(each).toHaveBeenCalledTimes(1);
    expect(work(slices, 8)).toBe(false);
    expect(each).toHaveBeenCalledTimes(3);
    expect(work(slices, 100)).toBe(true);
    expect(each).toHaveBeenCalledTimes(6);
    clock.mockRestore();
});
