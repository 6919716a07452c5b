import { expect, test } from "vitest";
import { newCarFrame } from "../frame";
import { createWatch } from "./watch";

function lying(rollRad: number) {
    const car = newCarFrame(4);
    car.orientation.set([Math.cos(rollRad / 2), Math.sin(rollRad / 2), 0, 0]);
    return car;
}

test("a car that stays on its side or roof is reported once, until it has been helped", () => {
    for (const roll of [1.5, -1.5, Math.PI]) {
        const watch = createWatch();
        const car = lying(roll);
        const said = () => Array.from({ length: 300 }, () => watch(car, 1 / 60)).filter(Boolean);
        expect(said()).toHaveLength(1);
        expect(said()).toHaveLength(0);
        car.orientation.set([1, 0, 0, 0]);
        watch(car, 1 / 60);
        car.orientation.set([Math.cos(roll / 2), Math.sin(roll / 2), 0, 0]);
        expect(said()).toHaveLength(1);
    }
});

test("one that still slides, or leans on a slope, is not", () => {
    const watch = createWatch();
    const slides = lying(1.5);
    slides.speedMps = 3;
    const leans = lying(0.6);
    for (let i = 0; i < 300; ++i) expect(watch(i % 2 ? slides : leans, 1 / 60)).toBe("");
});

test("a fault is reported when it comes, and again after the car was put back", () => {
    const watch = createWatch();
    const car = newCarFrame(4);
    car.orientation.set([1, 0, 0, 0]);
    const step = (fault: number) => {
        car.fault = fault;
        return watch(car, 1 / 60);
    };
    expect(step(0)).toBe("");
    expect(step(2)).toBe(""); // an input that is no number is not the physics' fault
    expect(step(1)).toContain("R puts it back");
    expect(step(1)).toBe("");
    expect(step(0)).toBe("");
    expect(step(3)).toContain("R puts it back");
});
