import { describe, expect, test } from "vitest";
import type { Car, HostedBody } from "kamm";
import { kamm, kammError, micra } from "./support";

const gravity = 9.80665;

/** A host that knows no contacts and a car that only yaws: symplectic Euler. */
function stepHost(body: HostedBody, dtS: number): void {
    const { massKg, inertiaKgm2 } = body.mass;
    for (let i = 0; i < 3; ++i) {
        body.velocityMps[i]! += dtS * (body.forceN[i]! / massKg - (i === 2 ? gravity : 0));
        body.position[i]! += dtS * body.velocityMps[i]!;
    }
    turn(body, inertiaKgm2, dtS);
}

/** Small roll and pitch: the tensor's diagonal, in the axes of the heading. */
function turn(body: HostedBody, tensor: readonly (readonly number[])[], dtS: number): void {
    const [w, x, y, z] = body.orientation as unknown as [number, number, number, number];
    const rotate = (s: number, v: number[]): number[] => {
        const u = [s * x, s * y, s * z];
        const cross = (a: number[], b: number[]) =>
            [0, 1, 2].map((i) => a[(i + 1) % 3]! * b[(i + 2) % 3]! - a[(i + 2) % 3]! * b[(i + 1) % 3]!);
        const t = cross(u, v).map((each) => 2 * each);
        const more = cross(u, t);
        return v.map((each, i) => each + w * t[i]! + more[i]!);
    };
    const torque = rotate(-1, [...body.torqueNm]);
    const change = rotate(1, torque.map((each, i) => each / tensor[i]![i]!));
    change.forEach((each, i) => (body.angularVelocityRadps[i]! += dtS * each));
    const [a, b, c] = body.angularVelocityRadps as unknown as [number, number, number];
    const d = [-a * x - b * y - c * z, a * w + b * z - c * y, b * w + c * x - a * z, c * w + a * y - b * x];
    d.forEach((each, i) => (body.orientation[i]! += (dtS / 2) * each));
    const length = Math.hypot(...body.orientation);
    body.orientation.forEach((each, i) => (body.orientation[i] = each / length));
}

function drive(car: Car, timeS: number): void {
    car.input.throttle = timeS < 4 ? 1 : 0;
    car.input.steeringWheelRad = timeS < 2 ? 0 : 0.8;
    car.input.brake = timeS < 5 ? 0 : 0.5;
}

describe("a car whose body is a host's", () => {
    test.each([4, 8])("drives as Kamm's own, with frames of %i substeps", (substeps) => {
        const [car, own] = [kamm.car(micra), kamm.car(micra)];
        for (const each of [car, own]) each.place({ speedMps: 10 });
        const hosted = car.hosted();
        const [body] = hosted.bodies;
        expect(body!.mass.massKg).toBeCloseTo(car.info.massKg, 3);
        expect(body!.position[2]).toBeCloseTo(body!.mass.cgM[2], 2);
        for (let done = 0; done < 7 * 240; done += substeps) {
            drive(car, done / 240);
            drive(own, done / 240);
            hosted.step(substeps, () => {});
            stepHost(body!, substeps / 240);
            own.stepSubsteps(substeps);
        }
        expect(own.xM).toBeGreaterThan(40);
        expect(Math.hypot(car.xM - own.xM, car.yM - own.yM)).toBeLessThan(0.01);
        expect(car.fault).toBe(0);
        hosted.dispose();
        for (const each of [car, own]) each.dispose();
    });

    test("asks for the ground of each wheel, and tells what tyres do to it", () => {
        const car = kamm.car(micra);
        const hosted = car.hosted();
        const [body] = hosted.bodies;
        body!.position[2]! += 5;
        car.input.handBrake = 1;
        const seen: number[] = [];
        for (let frame = 0; frame < 120; ++frame) {
            hosted.step(4, (probe, contact) => {
                if (frame === 0) seen.push(probe.wheel, probe.z);
                contact.z = 5;
            });
            stepHost(body!, 1 / 60);
        }
        expect(seen.filter((_, i) => i % 2 === 0)).toEqual([0, 1, 2, 3]);
        expect(seen[1]).toBeGreaterThan(5.2);
        const load = body!.pushes.reduce((sum, { forceN }) => sum - forceN[2]!, 0);
        expect(load / (body!.mass.massKg * gravity)).toBeCloseTo(1, 2);
        expect(body!.pushes[0]!.point[2]).toBeCloseTo(5, 2);
        hosted.dispose();
        car.dispose();
    });

    test("goes back to a snapshot of both sides", () => {
        const car = kamm.car(micra);
        car.place({ speedMps: 12 });
        const hosted = car.hosted();
        const [body] = hosted.bodies;
        const frames = (): void => {
            for (let frame = 0; frame < 30; ++frame) {
                drive(car, 3);
                hosted.step(4);
                stepHost(body!, 1 / 60);
            }
        };
        frames();
        const kept = [car.snapshot(), hosted.snapshot()] as const;
        frames();
        const end = [...body!.position];
        car.restore(kept[0]);
        hosted.restore(kept[1]);
        frames();
        expect([...body!.position]).toEqual(end);
        hosted.dispose();
        car.dispose();
    });

    test("says what is wrong", () => {
        const flat = kamm.car(micra, { rung: "double_track" });
        expect(kammError(() => flat.hosted()).message).toContain("allowed: full");
        flat.dispose();
        const car = kamm.car(micra);
        const hosted = car.hosted();
        expect(kammError(() => hosted.step(1.5)).path).toBe("substeps");
        expect(kammError(() => hosted.step(4, (_, contact) => (contact.z = NaN))).path).toBe("contact.z");
        expect(kammError(() => hosted.restore(new Uint8Array(3))).code).toBe("format");
        hosted.dispose();
        expect(() => hosted.step(4)).toThrow("disposed of");
        car.dispose();
    });
});
