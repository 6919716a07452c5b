import { expect, test } from "vitest";
import { clipName, formOf } from ".";

test("the best film that the browser can make, named by its time", () => {
    expect(formOf((form) => /vp8|mp4/.test(form))).toBe("video/webm;codecs=vp8");
    expect(formOf(() => false)).toBeUndefined();
    const at = new Date(Date.UTC(2026, 10, 26, 21, 30, 5));
    expect(clipName("video/webm;codecs=vp9", at)).toBe("kamm-2026-11-26-21-30-05.webm");
    expect(clipName(formOf((form) => form === "video/mp4")!, at)).toMatch(/\.mp4$/);
});
