import type { InstancedBufferGeometry, Mesh } from "three";
import { expect, test } from "vitest";
import { newFrame } from "../frame";
import { createParticles } from "./particles";
import { createSpray, puffRate } from "./spray";
import { usualTyre } from "./tyres";

const dry = { friction: 1, slidingLoss: 0, rollingResistance: 0, sinkageM: 0, sinkageDrag: 0, roughnessM3: 16e-6, waterM: 0, soil: null };
const surface = (name: string) => ({ name, ...dry });
const surfaces = ["dry_asphalt", "gravel", "wet_asphalt"].map(surface);

function drivenFrame(speedMps: number, slipRatio: number, groundSurface: number) {
    const frame = newFrame([4], 0);
    Object.assign(frame.cars[0]!, { speedMps, forwardSpeedMps: speedMps });
    for (const wheel of frame.cars[0]!.wheels)
        Object.assign(wheel, { slipRatio, slidingMps: speedMps * Math.abs(slipRatio), loadN: 4000, groundSurface, spinRadps: speedMps / 0.3 });
    return frame;
}

function aliveAfter(frame: ReturnType<typeof newFrame>, seconds: number, max = 600, amount = 1) {
    const particles = createParticles(max);
    const spray = createSpray(particles, surfaces, amount);
    for (let t = 0; t < seconds; t += 1 / 60) {
        spray.update(frame, 1 / 60);
        particles.advance(1 / 60);
    }
    return particles.alive;
}

test("there are never more than the cap, however much spray there is", () => {
    const alive = aliveAfter(drivenFrame(30, -1, 1), 5, 100);
    expect(alive).toBeLessThanOrEqual(100);
    expect(alive).toBeGreaterThan(90);
    const particles = createParticles(2);
    expect([particles.add(), particles.add(), particles.add()].filter(Boolean).length).toBe(2);
});

test("rolling raises dust on gravel and spray in the wet, but no smoke; sliding does", () => {
    expect(aliveAfter(drivenFrame(20, 0, 0), 1)).toBe(0);
    expect(aliveAfter(drivenFrame(20, 0, 1), 1)).toBeGreaterThan(20);
    expect(aliveAfter(drivenFrame(25, 0, 2), 1)).toBeGreaterThan(20);
    expect(aliveAfter(drivenFrame(20, -1, 0), 1)).toBeGreaterThan(40);
    expect(aliveAfter(drivenFrame(0, 0, 1), 1)).toBe(0);
});

test("those who want less motion get less", () => {
    const frame = drivenFrame(20, -1, 1);
    expect(aliveAfter(frame, 1, 600, 0.25)).toBeLessThan(0.4 * aliveAfter(frame, 1));
});

test("a wheel in the air raises nothing", () => {
    const wheel = drivenFrame(20, -1, 1).cars[0]!.wheels[0]!;
    wheel.loadN = 0;
    expect(puffRate("dust", 1, wheel, 20, usualTyre)).toBe(0);
});

test("puffs end, and what is heavy falls", () => {
    const particles = createParticles(4);
    const stone = particles.add()!;
    Object.assign(stone, { z: 1, velocityZ: 0, weight: 1, drag: 0, lifeS: 0.3 });
    particles.advance(0.2);
    expect(stone.z).toBeLessThan(0.7);
    particles.advance(0.2);
    expect(particles.alive).toBe(0);
});

test("smoke hangs for seconds after the slide, grows, and drifts with the wind", () => {
    const particles = createParticles(600);
    const spray = createSpray(particles, surfaces, 1);
    const slides = drivenFrame(20, -1, 0);
    for (let i = 0; i < 60; ++i) {
        spray.update(slides, 1 / 60);
        particles.advance(1 / 60);
    }
    const places = () => (particles.mesh as Mesh<InstancedBufferGeometry>).geometry.getAttribute("place");
    const mean = (channel: number) => {
        let sum = 0;
        for (let i = 0; i < particles.alive; ++i) sum += places().array[4 * i + channel]!;
        return sum / particles.alive;
    };
    const before = { alive: particles.alive, y: mean(1), sizeM: mean(3) };
    particles.setWind([0, 5, 0]);
    for (let i = 0; i < 120; ++i) particles.advance(1 / 60);
    expect(particles.alive).toBeGreaterThan(0.8 * before.alive);
    expect(mean(3)).toBeGreaterThan(before.sizeM + 1);
    expect(mean(1) - before.y).toBeGreaterThan(4);
    for (let i = 0; i < 240; ++i) particles.advance(1 / 60);
    expect(particles.alive).toBe(0);
});
