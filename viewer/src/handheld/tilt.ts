/** Steering by tilting: the device is held like a steering wheel. */
import type { DriverRequest } from "kamm";

/** What browsers on iOS add: they ask the user first. */
type Asking = { requestPermission?: () => Promise<"granted" | "denied"> };

export interface Tilt {
    readonly driverInput: DriverRequest;
    readonly isOn: boolean;
    /** Tilting so far from the centre is full lock. */
    fullDeg: number;
    /** Starts, with the present attitude as straight ahead. Fails with a reason without sensor or permission. */
    start(): Promise<void>;
    stop(): void;
}

const deadDeg = 1.5;
/** A sensor that says nothing for so long is none. */
const patienceMs = 3000;
const degree = Math.PI / 180;

/**
 * How far the screen's right edge is above its left one, as an angle: held upright or flat, that is how far it has been
 * turned to the left. `betaDeg`, `gammaDeg`: of a deviceorientation event; `screenDeg`: of the screen on the device.
 */
export function tiltOf(betaDeg: number, gammaDeg: number, screenDeg: number): number {
    const [beta, gamma, screen] = [betaDeg * degree, gammaDeg * degree, screenDeg * degree];
    const up = [-Math.cos(beta) * Math.sin(gamma), Math.sin(beta)] as const; // along the device's width and height
    const right = up[0] * Math.cos(screen) - up[1] * Math.sin(screen);
    return Math.asin(Math.max(-1, Math.min(1, right))) / degree;
}

/** From -1 to 1, positive left. */
export function steerOf(tiltDeg: number, fullDeg: number): number {
    const beyond = Math.max(0, Math.abs(tiltDeg) - deadDeg);
    return Math.sign(tiltDeg) * Math.min(1, beyond / (fullDeg - deadDeg)) || 0;
}

export const canTilt = () => "DeviceOrientationEvent" in window && matchMedia("(pointer: coarse)").matches;

async function ask() {
    const answer = await (DeviceOrientationEvent as unknown as Asking).requestPermission?.();
    if (answer === "denied") throw new Error("The browser gives no access to the tilt sensor");
}

export function createTilt(): Tilt {
    const driverInput: DriverRequest = { steer: 0, throttle: 0, brake: 0, handBrake: 0, clutch: 0 };
    let listening: AbortController | null = null;

    function stop() {
        listening?.abort();
        listening = null;
        driverInput.steer = 0;
    }

    /** Until the first angle is there. */
    function listen(): Promise<void> {
        const begun = new AbortController();
        const { signal } = begun;
        listening = begun;
        let centreDeg: number | null = null;
        let screenDeg = screen.orientation?.angle ?? 0;
        return new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error("This device has no tilt sensor")), patienceMs);
            const follow = ({ beta, gamma }: DeviceOrientationEvent) => {
                if (beta === null || gamma === null) return;
                const nowDeg = screen.orientation?.angle ?? 0;
                const tiltDeg = tiltOf(beta, gamma, nowDeg);
                if (nowDeg !== screenDeg) centreDeg = null; // turned to another edge
                screenDeg = nowDeg;
                centreDeg ??= tiltDeg;
                driverInput.steer = steerOf(tiltDeg - centreDeg, tilt.fullDeg);
                clearTimeout(timer);
                resolve();
            };
            addEventListener("deviceorientation", follow, { signal });
            signal.addEventListener("abort", () => clearTimeout(timer));
        });
    }

    const tilt: Tilt = {
        driverInput,
        fullDeg: 30,
        get isOn() {
            return listening !== null;
        },
        async start() {
            stop();
            await ask();
            try {
                await listen();
            } catch (error) {
                stop();
                throw error;
            }
        },
        stop,
    };
    return tilt;
}
