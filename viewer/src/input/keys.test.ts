import { describe, expect, it } from "vitest";
import { bindingOfKey, type Command, keyGroups, keyOf } from "./bindings";
import { createKeys, type Focused, isTaken, type KeyPress } from "./keys";

const canvas: Focused = { tagName: "CANVAS" };
const press = (code: string, more: Partial<KeyPress> = {}): KeyPress => ({
    code,
    key: "",
    repeat: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    isComposing: false,
    ...more,
});

function setUp() {
    const commands: string[] = [];
    const keys = createKeys((command) => commands.push(command));
    const down = (code: string, more = {}, focused = canvas) =>
        keys.down(press(code, more), focused);
    return { commands, keys, down, up: (code: string) => keys.up(press(code)) };
}

describe("keys", () => {
    it("drive by WASD and by arrows", () => {
        for (const [go, stop, left, right] of [
            ["KeyW", "KeyS", "KeyA", "KeyD"],
            ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"],
        ] as const) {
            const { keys, down, up } = setUp();
            expect(down(go)).toBe(true);
            down(left);
            down("Space");
            expect(keys.driverInput).toMatchObject({ throttle: 1, brake: 0, steer: 1, handBrake: 1 });
            for (const code of [go, left, "Space"]) up(code);
            down(stop);
            down(right);
            expect(keys.driverInput).toMatchObject({ throttle: 0, brake: 1, steer: -1, handBrake: 0 });
        }
    });

    it("appear in menus by the name of the first that does it", () => {
        const commands: Command[] = ["tasks", "clip", "zoomIn", "recover"];
        expect(commands.map(keyOf)).toEqual(["1", "\\", "+", "R"]);
    });

    it("let the later of opposite keys win, and the earlier when that goes up", () => {
        const { keys, down, up } = setUp();
        down("KeyA");
        down("KeyD");
        down("KeyA", { repeat: true });
        expect(keys.driverInput.steer).toBe(-1);
        up("KeyD");
        expect(keys.driverInput.steer).toBe(1);
        up("KeyA");
        expect(keys.driverInput.steer).toBe(0);
    });

    it("hold on as long as one of two keys for the same is held", () => {
        const { keys, down, up } = setUp();
        down("KeyW");
        down("ArrowUp");
        up("KeyW");
        expect(keys.driverInput.throttle).toBe(1);
    });

    it("take the hands off the steering wheel as long as N is held", () => {
        const { keys, down, up } = setUp();
        expect(keys.driverInput.handsOff).toBe(false);
        down("KeyN");
        expect(keys.driverInput.handsOff).toBe(true);
        up("KeyN");
        expect(keys.driverInput.handsOff).toBe(false);
    });

    it("all are released when the page loses them", () => {
        const { keys, down, up } = setUp();
        down("KeyW");
        down("KeyA");
        keys.clear();
        expect(keys.driverInput).toMatchObject({ throttle: 0, steer: 0 });
        down("KeyW");
        keys.up({ code: "MetaLeft", key: "Meta" });
        expect(keys.driverInput.throttle).toBe(0);
        up("KeyW");
        expect(keys.driverInput.throttle).toBe(0);
    });

    it("command once at a press, and leave combinations to the browser", () => {
        const { commands, keys, down } = setUp();
        down("KeyR");
        down("KeyR", { repeat: true });
        down("Period");
        down("Period", { repeat: true });
        expect(commands).toEqual(["recover", "singleStep", "singleStep"]);
        for (const modifier of ["ctrlKey", "altKey", "metaKey", "isComposing"])
            for (const code of ["KeyR", "KeyW"])
                expect(down(code, { [modifier]: true })).toBe(false);
        expect(commands).toHaveLength(3);
        expect(keys.driverInput.throttle).toBe(0);
        expect(down("F2")).toBe(false);
    });

    it("go up although a field has got the focus meanwhile", () => {
        const { keys, down, up } = setUp();
        down("KeyW");
        expect(down("KeyW", { repeat: true }, { tagName: "INPUT" })).toBe(false);
        up("KeyW");
        expect(keys.driverInput.throttle).toBe(0);
    });

    it("belong to what has the focus where it needs them", () => {
        const input = (type: string): Focused => ({ tagName: "INPUT", type });
        expect(isTaken(canvas, "Space")).toBe(false);
        for (const focused of [
            input("text"),
            input("number"),
            { tagName: "SELECT" },
            { tagName: "TEXTAREA" },
        ])
            for (const code of ["KeyW", "Space", "ArrowUp", "Digit5"])
                expect(isTaken(focused, code), `${focused.tagName} ${code}`).toBe(true);
        expect(isTaken({ tagName: "DIV", isContentEditable: true }, "KeyW")).toBe(true);
        expect(isTaken(input("range"), "ArrowUp")).toBe(true);
        expect(isTaken(input("range"), "KeyW")).toBe(false);
        expect(isTaken(input("checkbox"), "Space")).toBe(true);
        expect(isTaken(input("checkbox"), "ArrowUp")).toBe(false);
        expect(isTaken({ tagName: "ASIDE" }, "PageDown")).toBe(true); // it scrolls
        expect(isTaken({ tagName: "ASIDE" }, "KeyW")).toBe(false);
        expect(isTaken({ tagName: "BUTTON" }, "Space")).toBe(true);
        expect(isTaken({ tagName: "BUTTON" }, "Enter")).toBe(true);
        expect(isTaken({ tagName: "BUTTON" }, "ArrowUp")).toBe(false);
        expect(isTaken({ tagName: "DIV", getAttribute: () => "slider" }, "ArrowUp")).toBe(true);
    });

    it("each have one meaning", () => {
        const codes = keyGroups.flatMap((group) =>
            group.bindings.flatMap((binding) => binding.codes),
        );
        expect(bindingOfKey.size).toBe(codes.length);
    });
});
