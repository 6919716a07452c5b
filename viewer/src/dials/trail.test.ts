import { expect, test } from "vitest";
import { createTrail, followForce } from "./trail";

test("a trail keeps the points of its length, newest first, and lets them fade", () => {
    const trail = createTrail(1, 0.1);
    for (let i = 0; i <= 300; ++i) trail.move(i, -i, 0.01);
    expect(trail.count).toBe(11);
    expect(trail.x(0)).toBe(300);
    expect(trail.y(0)).toBe(-300);
    for (let back = 1; back < trail.count; ++back) {
        expect(trail.x(back - 1) - trail.x(back)).toBeGreaterThanOrEqual(back === 1 ? 1 : 10);
        expect(trail.freshness(back)).toBeLessThan(trail.freshness(back - 1));
    }
    expect(trail.freshness(0)).toBe(1);
    expect(trail.x(10)).toBeLessThanOrEqual(205);
});

test("while paused the newest point moves and nothing fades", () => {
    const trail = createTrail(1, 0.1);
    trail.move(0, 0, 0.1);
    trail.move(1, 0, 0.1);
    trail.move(2, 0, 0.1);
    const before = [trail.count, trail.freshness(1)];
    for (let i = 0; i < 10; ++i) trail.move(5, 0, 0);
    expect([trail.count, trail.freshness(1)]).toEqual(before);
    expect(trail.x(0)).toBe(5);
    trail.clear();
    expect(trail.count).toBe(0);
});

test("a wheel in the air leaves no trail, whatever its numbers say", () => {
    const trail = createTrail(1, 0.01);
    const follow = (loadN: number) => {
        for (let i = 0; i < 20; ++i)
            followForce(trail, { loadN, longitudinalForceN: 40 * i, lateralForceN: -7 * i }, 0.02);
    };
    follow(3000);
    expect(trail.count).toBeGreaterThan(10);
    follow(0);
    expect(trail.count).toBe(0);
    follow(3000);
    expect(trail.count).toBe(20);
});
