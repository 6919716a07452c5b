import type { DriverRequest } from "kamm";
import { describe, expect, it } from "vitest";
import { standardPad } from "./calibration";
import { createPads, type GamepadLike } from "./pads";
import { createSteering } from "./steering";
import { pressOf, slideOf } from "./touch";

interface Fake extends GamepadLike {
    axes: number[];
    buttons: { value: number; pressed: boolean }[];
    connected: boolean;
}

const fake = (index: number, mapping: string, id = `device ${index}`): Fake => ({
    index,
    id,
    mapping,
    connected: true,
    axes: [0, 0, 0, 0],
    buttons: Array.from({ length: 17 }, () => ({ value: 0, pressed: false })),
});

const press = (pad: Fake, button: number, value: number) =>
    (pad.buttons[button] = { value, pressed: value > 0.5 });

describe("pads", () => {
    function setUp(...fakes: (Fake | null)[]) {
        const commands: string[] = [];
        const pads = createPads(
            (command) => commands.push(command),
            () => fakes,
            new Map(),
        );
        const poll = (isMuted = false) => pads.poll(0, isMuted);
        poll();
        return { pads, commands, poll };
    }

    it("run commands once at a press", () => {
        const pad = fake(1, "standard");
        const { commands, poll } = setUp(null, pad);
        press(pad, 5, 1);
        poll();
        poll();
        press(pad, 5, 0);
        poll();
        press(pad, 5, 1);
        poll();
        expect(commands).toEqual(["gearUp", "gearUp"]);
    });

    it("run nothing for a button that is down when they are first seen, or in a dialog", () => {
        const pad = fake(0, "standard");
        press(pad, 3, 1);
        const { pads, commands, poll } = setUp(pad);
        poll();
        press(pad, 9, 1);
        press(pad, 7, 1);
        poll(true);
        expect(pads.devices[0]!.driverInput.throttle).toBe(0);
        poll();
        expect(commands).toEqual([]);
        expect(pads.devices[0]!.driverInput.throttle).toBe(1);
    });

    it("do nothing for a device of which nothing is known, until it is calibrated", () => {
        const wheel = fake(0, "");
        const { pads, poll } = setUp(wheel);
        wheel.axes[0] = -1;
        poll();
        expect(pads.devices[0]!.driverInput.steer).toBe(0);
        pads.calibrate(pads.devices[0]!, { ...standardPad, isWheel: true, steeringDeadZone: 0 });
        poll();
        expect(pads.devices[0]!.driverInput.steer).toBe(1);
        pads.calibrate(pads.devices[0]!, null);
        poll();
        expect(pads.devices[0]!.driverInput.steer).toBe(0);
    });

    it("have a pedal's axis released until it first moves", () => {
        const wheel = fake(0, "");
        const { pads, poll } = setUp(wheel);
        const throttle = { source: { kind: "axis", index: 2 }, pressed: -1, released: 1 } as const;
        const pedals = { ...standardPad.pedals, throttle };
        pads.calibrate(pads.devices[0]!, { ...standardPad, pedals });
        poll();
        expect(pads.devices[0]!.driverInput.throttle).toBe(0);
        wheel.axes[2] = 0.5;
        poll();
        wheel.axes[2] = 0;
        poll();
        expect(pads.devices[0]!.driverInput.throttle).toBeCloseTo(0.5, 1);
    });

    it("have names for people", () => {
        const pad = fake(
            0,
            "standard",
            "Pad 7 (new) (STANDARD GAMEPAD Vendor: 045e Product: 02ea)",
        );
        expect(setUp(pad).pads.devices[0]!.name).toBe("Pad 7 (new)");
    });

    it("forget what is unplugged", () => {
        const pad = fake(0, "standard");
        const { pads, poll } = setUp(pad);
        expect(pads.devices).toHaveLength(1);
        pad.connected = false;
        poll();
        expect(pads.devices).toHaveLength(0);
    });
});

describe("steering", () => {
    const driverInput = (): DriverRequest => ({ steer: 0, throttle: 0, brake: 0, handBrake: 0 });

    it("is with who moved last, and directly with a steering wheel", () => {
        const steering = createSteering();
        const [keys, wheel] = [driverInput(), driverInput()];
        const helms = [
            { driverInput: keys, isDirect: false },
            { driverInput: wheel, isDirect: true },
        ];
        wheel.steer = 0.2;
        steering.update(helms);
        expect([steering.steer, steering.isDirect]).toEqual([0, false]);
        wheel.steer = 0.21;
        steering.update(helms);
        expect(steering.isDirect).toBe(false);
        wheel.steer = 0.4;
        steering.update(helms);
        expect([steering.steer, steering.isDirect]).toEqual([0.4, true]);
        keys.steer = 1;
        steering.update(helms);
        expect([steering.steer, steering.isDirect]).toEqual([1, false]);
        keys.steer = 0;
        steering.update(helms);
        expect([steering.steer, steering.isDirect]).toEqual([0, false]);
        wheel.steer = -0.4;
        steering.update(helms);
        expect(steering.steer).toBe(-0.4);
        steering.update(helms.slice(0, 1)); // unplugged
        expect([steering.steer, steering.isDirect]).toEqual([0, false]);
    });
});

describe("touch", () => {
    it("steers by sliding from where the thumb came down", () => {
        expect([slideOf(0), slideOf(45), slideOf(-500), slideOf(500)]).toEqual([0, -0.5, 1, -1]);
    });

    it("presses a pedal the more the higher the thumb is", () => {
        expect([pressOf(-0.1), pressOf(0), pressOf(0.76), pressOf(2)]).toEqual([0.3, 0.3, 1, 1]);
        expect(pressOf(0.5)).toBeGreaterThan(pressOf(0.3));
    });
});
