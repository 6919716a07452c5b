import type { ModelInfo } from "kamm";
import { PerspectiveCamera, Vector3 } from "three";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { knownCars } from "../cars/testing";
import { newFrame, type Frame } from "../frame";
import { fourAxleTruck, threeWheeler } from "../testing";
import type { Path } from "kamm";
import { createCameras, createTvPlaces, cameraModes, type CameraMode } from ".";
import { createSpring, turnTo } from "./filters";
import { fieldOfView, degrees } from "./rig";

const info = knownCars["bmw-m3-e46"]!;
const level = () => 0;

function canvas(): HTMLCanvasElement {
    const target = new EventTarget() as unknown as HTMLCanvasElement;
    Object.assign(target, { style: {}, setPointerCapture: () => {} });
    return target;
}

/** A car that goes round a circle of 60 m, faster and faster, at `timeS`. */
function circle(frame: Frame, timeS: number) {
    const speed = 8 + 3 * timeS;
    const angle = (8 * timeS + 1.5 * timeS * timeS) / 60;
    const yaw = angle + Math.PI / 2;
    const car = frame.cars[0]!;
    frame.timeS = timeS;
    car.position.set([60 * Math.cos(angle), 60 * Math.sin(angle), 0]);
    car.orientation.set([Math.cos(yaw / 2), 0, 0, Math.sin(yaw / 2)]);
    Object.assign(car, { yawRad: turnTo(0, yaw), speedMps: speed, forwardSpeedMps: speed });
    car.accelerationYMps2 = (speed * speed) / 60;
    car.accelerationXMps2 = 3;
    for (const wheel of car.wheels) wheel.position.set(car.position);
}

function started(mode: CameraMode) {
    const camera = new PerspectiveCamera(50, 1.6);
    const cameras = createCameras(camera, canvas());
    if (mode !== cameras.mode) cameras.setMode(mode);
    const frame = newFrame([4], 0);
    const show = (timeS: number) => {
        circle(frame, timeS);
        cameras.update(frame, info, level, 0.016);
    };
    return { camera, cameras, frame, show };
}

beforeEach(() => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
    vi.unstubAllGlobals();
});

describe("the spring", () => {
    const target = (timeS: number) => (timeS < 1 ? 3 * timeS : 3 - 7 * (timeS - 1));
    const after = (framesPerS: number) => {
        const spring = createSpring(6);
        for (let i = 1; i <= 2.5 * framesPerS; ++i)
            spring.follow(target(i / framesPerS), 1 / framesPerS);
        return spring.value;
    };

    it("does not depend on the frame rate", () => {
        expect(after(20)).toBeCloseTo(after(300), 9);
        expect(Math.abs(after(20) - target(2.5))).toBeGreaterThan(0.1);
    });

    it("stands still in a pause, and takes the short way round", () => {
        const spring = createSpring(6, true);
        spring.snap(3.1);
        expect(spring.follow(-3.1, 0)).toBe(3.1);
        for (let i = 0; i < 200; ++i) spring.follow(-3.1, 0.02);
        expect(spring.value).toBeCloseTo(2 * Math.PI - 3.1, 6);
    });
});

describe.each(cameraModes)("the camera %s", (mode) => {
    it("is at the same place whatever the frame rate", () => {
        const [slow, fast] = [started(mode), started(mode)];
        for (let i = 0; i <= 4 * 25; ++i) slow.show(1 + i / 25);
        for (let i = 0; i <= 4 * 150; ++i) fast.show(1 + i / 150);
        expect(slow.camera.position.distanceTo(fast.camera.position)).toBeLessThan(0.02);
        expect(slow.camera.quaternion.angleTo(fast.camera.quaternion)).toBeLessThan(0.003);
    });

    it("does not move in a pause, and is there at once after a jump", () => {
        const moved = started(mode);
        for (let i = 0; i <= 40; ++i) moved.show(1 + i / 30);
        const before = moved.camera.position.clone();
        moved.show(1 + 40 / 30);
        expect(moved.camera.position.distanceTo(before)).toBeLessThan(1e-9);
        moved.show(30);
        const fresh = started(mode);
        fresh.show(30);
        expect(moved.camera.position.distanceTo(fresh.camera.position)).toBeLessThan(1e-9);
    });
});

it("the cockpit's camera looks where the car does, a little down", () => {
    const { camera, show, frame } = started("cockpit");
    show(1);
    const looks = camera.getWorldDirection(new Vector3());
    const yaw = frame.cars[0]!.yawRad;
    expect(looks.x * Math.cos(yaw) + looks.y * Math.sin(yaw)).toBeGreaterThan(0.99);
    expect(looks.z).toBeLessThan(0);
    expect(camera.position.z).toBeGreaterThan(0.7 * info.heightM);
    expect(camera.position.z).toBeLessThan(info.heightM);
});

it("the chasing camera stays behind the car and above the ground", () => {
    const { camera, cameras, frame } = started("chase");
    circle(frame, 2);
    cameras.update(frame, info, () => 4, 0.016);
    expect(camera.position.z).toBeGreaterThan(4.5);
    const car = frame.cars[0]!;
    const dx = camera.position.x - car.position[0]!;
    const dy = camera.position.y - car.position[1]!;
    expect(dx * Math.cos(car.yawRad) + dy * Math.sin(car.yawRad)).toBeLessThan(-3);
});

describe("the chasing camera", () => {
    /** The car in a straight or a turn, seen by a wide window. */
    function seen(speedMps: number, yawRateRadps = 0) {
        const camera = new PerspectiveCamera(50, 1.7);
        const cameras = createCameras(camera, canvas());
        const frame = newFrame([4], 0);
        const car = frame.cars[0]!;
        car.orientation.set([1, 0, 0, 0]);
        Object.assign(car, { speedMps, forwardSpeedMps: speedMps, yawRateRadps });
        for (let i = 0; i < 120; ++i) {
            frame.timeS = i / 60;
            cameras.update(frame, info, level, 1 / 60);
        }
        const at = (x: number, y: number, z: number) => new Vector3(x, y, z).project(camera);
        return { camera, cameras, frame, at };
    }

    it("shows the car a quarter of the window wide, its rear wheels and the road ahead", () => {
        const { at } = seen(0);
        const rear = -(info.lengthM - info.frontOverhangM - info.cgBehindFrontAxleM);
        const share = (at(rear, -info.widthM / 2, 0.5).x - at(rear, info.widthM / 2, 0.5).x) / 2;
        expect(share).toBeGreaterThan(0.2);
        expect(share).toBeLessThan(0.29);
        for (const [x, y] of info.wheelPositionM.slice(2) as [number, number, number][]) expect(at(x, y, 0).y).toBeGreaterThan(-0.85);
        const roof = at(-0.3, 0, info.heightM).y;
        expect(at(30, 0, 0).y).toBeGreaterThan(roof); // the road is seen over it
        expect(roof).toBeLessThan(0.1);
    });

    /** Turned about its long axis, lying on what is lowest then. */
    function lying(own: ModelInfo, rollRad: number) {
        const camera = new PerspectiveCamera(50, 1.7);
        const cameras = createCameras(camera, canvas());
        const frame = newFrame([own.wheelCount], 0);
        const car = frame.cars[0]!;
        const [cos, sin] = [Math.cos(rollRad), Math.sin(rollRad)];
        const corners = [0, own.heightM].flatMap((z) => [-0.5, 0.5].map((side) => [side * own.widthM, z] as const));
        const liftM = -Math.min(...corners.map(([y, z]) => y * sin + z * cos));
        car.position.set([0, 0, liftM]);
        car.orientation.set([Math.cos(rollRad / 2), Math.sin(rollRad / 2), 0, 0]);
        for (let i = 0; i < 120; ++i) {
            frame.timeS = i / 60;
            cameras.update(frame, own, level, 1 / 60);
        }
        const front = own.frontOverhangM + own.cgBehindFrontAxleM;
        return [front, front - own.lengthM].flatMap((x) =>
            corners.map(([y, z]) => new Vector3(x, y * cos - z * sin, liftM + y * sin + z * cos).project(camera)),
        );
    }

    it.each(Object.keys(knownCars))("has all of %s in the picture, on its wheels, its side and its roof", (name) => {
        for (const rollRad of [0, Math.PI / 2, -Math.PI / 2, Math.PI])
            for (const corner of lying(knownCars[name]!, rollRad)) {
                expect(Math.abs(corner.x)).toBeLessThan(1);
                expect(corner.y).toBeGreaterThan(-1);
                expect(corner.y).toBeLessThan(1);
            }
    });

    it("looks into the turn, and opens its lens with speed", () => {
        const direction = (yawRate: number) => seen(20, yawRate).camera.getWorldDirection(new Vector3()).y;
        expect(direction(0.5)).toBeGreaterThan(0.05);
        expect(direction(-0.5)).toBeCloseTo(-direction(0.5), 9);
        expect(seen(60).camera.fov).toBeGreaterThan(seen(0).camera.fov + 10);
    });

    it("shakes with the road; not for those who want less motion, nor does its lens open then", () => {
        const shaken = () => {
            const { camera, cameras, frame } = seen(30);
            const before = camera.position.z;
            frame.cars[0]!.accelerationZMps2 = 8;
            frame.timeS += 0.05;
            cameras.update(frame, info, level, 0.05);
            return Math.abs(camera.position.z - before);
        };
        expect(shaken()).toBeGreaterThan(0.005);
        expect(shaken()).toBeLessThan(0.06);
        vi.stubGlobal("matchMedia", () => ({ matches: true }));
        expect(shaken()).toBeLessThan(1e-9);
        expect(seen(60).camera.fov).toBeCloseTo(seen(0).camera.fov, 9);
    });
});

it("chosen once more, a mode goes on: the next wheel, the other way up", () => {
    const { cameras, show } = started("wheel");
    show(1);
    expect(cameras.title).toContain("front left");
    cameras.setMode("wheel");
    expect(cameras.title).toContain("front right");
    cameras.setMode("above");
    const before = cameras.title;
    cameras.setMode("above");
    expect(cameras.title).not.toBe(before);
});

it("shows each wheel of any model, and farther away what is longer", () => {
    const camera = new PerspectiveCamera(50, 1.6);
    const cameras = createCameras(camera, canvas());
    const distance = (mode: CameraMode, model: ModelInfo) => {
        const frame = newFrame([model.wheelCount], 0);
        circle(frame, 1);
        if (cameras.mode !== mode) cameras.setMode(mode);
        cameras.reset();
        cameras.update(frame, model, level, 0.016);
        return camera.position.distanceTo(new Vector3(...frame.cars[0]!.position));
    };
    for (const mode of ["chase", "above", "free", "wheel"] as const)
        expect(distance(mode, fourAxleTruck), mode).toBeGreaterThan(1.3 * distance(mode, threeWheeler));
    distance("wheel", fourAxleTruck);
    for (let i = 1; i < 8; ++i) cameras.setMode("wheel");
    expect(cameras.title).toBe("Wheel, axle 4 right");
    distance("wheel", threeWheeler); // which has no such wheel
    expect(cameras.title).toBe("Wheel, front");
});

it("one key leads through all views and back to the first", () => {
    const { cameras, show } = started("chase");
    show(1);
    const first = cameras.title;
    const seen = [first];
    for (cameras.next(); cameras.title !== first; cameras.next()) seen.push(cameras.title);
    expect(new Set(seen).size).toBe(1 + 1 + 2 + 1 + 4 + 1);
    expect(seen.length).toBe(10);
    expect(cameras.mode).toBe("chase");
});

it("portrait screens get a wider view", () => {
    expect(fieldOfView(degrees(50), 1.7)).toBeCloseTo(degrees(50), 9);
    expect(fieldOfView(degrees(50), 0.5)).toBeGreaterThan(degrees(75));
});

describe("television", () => {
    const straight = { name: "s", widthM: 10, closed: false, points: Array.from({ length: 61 }, (_, i) => [10 * i, 0]).flat() };
    const road = straight as unknown as Path;

    function drive(groundAt: (x: number, y: number) => number = level) {
        const camera = new PerspectiveCamera(50, 0.5);
        const cameras = createCameras(camera, canvas(), createTvPlaces([road], groundAt));
        cameras.setMode("tv");
        const frame = newFrame([4], 0);
        const car = frame.cars[0]!;
        car.orientation.set([1, 0, 0, 0]);
        Object.assign(car, { speedMps: 30, forwardSpeedMps: 30 });
        const places = new Set<string>();
        const shares: number[] = [];
        let hiddenFrames = 0;
        const isHidden = ({ x, y, z }: Vector3) =>
            Array.from({ length: 199 }, (_, i) => (i + 1) / 200).some((part) => {
                const [carX, carY, carZ] = car.position as unknown as [number, number, number];
                return groundAt(carX + part * (x - carX), carY + part * (y - carY)) > carZ + 1 + part * (z - carZ - 1);
            });
        const rear = new Vector3();
        const front = new Vector3();
        for (let i = 0; i < 60 * 17; ++i) {
            frame.timeS = i / 60;
            car.position.set([50 + 30 * frame.timeS, 0, groundAt(50 + 30 * frame.timeS, 0)]);
            cameras.update(frame, info, groundAt, 1 / 60);
            places.add(camera.position.toArray().map((each) => each.toFixed(3)).join());
            if (isHidden(camera.position)) ++hiddenFrames;
            rear.fromArray(car.position).project(camera);
            front.set(car.position[0]!, 0, car.position[2]! + info.heightM).project(camera);
            shares.push(Math.max(Math.abs(rear.x), Math.abs(rear.y)));
        }
        return { places: [...places].map((each) => each.split(",").map(Number)), shares, hiddenFrames };
    }

    it("stands in few places beside the road and keeps the car in the picture", () => {
        const { places, shares } = drive();
        expect(places.length).toBeGreaterThan(3);
        expect(places.length).toBeLessThan(9);
        for (const [, y, z] of places) {
            expect(Math.abs(y!)).toBeGreaterThan(7);
            expect(z).toBeGreaterThan(2);
        }
        expect(Math.max(...shares)).toBeLessThan(0.4);
    });

    it("does not look through a hill where another camera sees the car", () => {
        const bank = (x: number, y: number) => (Math.abs(x - 270) < 25 && y > 4 && y < 9.5 ? 9 : 0);
        expect(drive(bank).hiddenFrames).toBeLessThan(5);
    });

    it("has the picture in the replay, and gives it back", () => {
        const { cameras } = started("cockpit");
        cameras.replaying = true;
        expect(cameras.title).toBe("Television");
        cameras.replaying = false;
        expect(cameras.title).toBe("Cockpit");
        cameras.replaying = true;
        cameras.setMode("wheel"); // chosen in the replay
        cameras.replaying = false;
        expect(cameras.mode).toBe("wheel");
    });
});

describe("until the user drives", () => {
    const turnAfter = (forS: number) => {
        const { camera, cameras, frame } = started("chase");
        circle(frame, 1);
        const yaw = () => Math.atan2(camera.position.y - frame.cars[0]!.position[1]!, camera.position.x - frame.cars[0]!.position[0]!);
        cameras.circling = true;
        cameras.update(frame, info, level, 0.016);
        const before = yaw();
        for (let i = 0; i < 60 * forS; ++i) cameras.update(frame, info, level, 1 / 60);
        return { camera, cameras, frame, turned: Math.abs(turnTo(before, yaw())) };
    };

    it("the camera goes slowly round the car, then glides behind it", () => {
        const { camera, cameras, frame, turned } = turnAfter(5);
        expect(turned).toBeGreaterThan(0.4);
        expect(turned).toBeLessThan(1.5);
        expect(cameras.title).toBe("Round the car");
        const before = camera.position.clone();
        cameras.circling = false;
        expect(cameras.title).toBe("Chase");
        cameras.update(frame, info, level, 1 / 60);
        expect(camera.position.distanceTo(before)).toBeLessThan(0.3);
        for (let i = 0; i < 120; ++i) cameras.update(frame, info, level, 1 / 60);
        const chased = started("chase");
        chased.show(1);
        expect(camera.position.distanceTo(chased.camera.position)).toBeLessThan(1e-6);
    });

    it("stands still for those who want less motion, and is there at once", () => {
        vi.stubGlobal("matchMedia", () => ({ matches: true }));
        const { camera, cameras, frame, turned } = turnAfter(5);
        expect(turned).toBe(0);
        cameras.circling = false;
        cameras.update(frame, info, level, 1 / 60);
        const chased = started("chase");
        chased.show(1);
        expect(camera.position.distanceTo(chased.camera.position)).toBeLessThan(1e-6);
    });

    it("a plan that is held keeps its view", () => {
        const { cameras, show } = started("chase");
        cameras.hold("above");
        cameras.circling = true;
        show(1);
        expect(cameras.title).toMatch(/^Above/);
    });
});

describe("with a two-wheeler", () => {
    const machine: ModelInfo = { ...info, axleCount: 2, wheelCount: 2, wheelAxle: [0, 1], wheelSide: [0, 0] };
    /** How far the picture is turned to the right, once it has settled. */
    function tilt(rollRad: number, leans: boolean, of = machine) {
        const { camera, cameras, frame } = started("chase");
        cameras.leaning = leans;
        frame.cars[0]!.rollRad = rollRad;
        for (let i = 0; i < 400; ++i) {
            frame.timeS = i / 60;
            cameras.update(frame, of, level, 1 / 60);
        }
        const right = new Vector3(1, 0, 0).applyQuaternion(camera.quaternion);
        return Math.asin(-right.z);
    }

    it("the chase camera leans by half, to its side", () => {
        expect(tilt(0.6, true)).toBeCloseTo(0.3, 2);
        expect(tilt(-0.6, true)).toBeCloseTo(-0.3, 2);
    });

    it("or stays upright when that is chosen, as it does behind cars", () => {
        expect(tilt(0.6, false)).toBeCloseTo(0, 6);
        expect(tilt(0.6, true, info)).toBeCloseTo(0, 6);
    });
});
