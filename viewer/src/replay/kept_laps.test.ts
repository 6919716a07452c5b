import { expect, test } from "vitest";
import { tooMany } from "./kept_laps";

test("of too many laps the oldest go, those of unknown age first", () => {
    expect(tooMany(["a", "b", "c"], ["c", "a", "b"], 3)).toEqual([]);
    expect(tooMany(["a", "b", "c"], ["c", "a", "b"], 2)).toEqual(["c"]);
    expect(tooMany(["a", "b", "c", "d"], ["c", "a"], 1)).toEqual(["b", "d", "c"]);
});
