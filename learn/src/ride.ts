/** The clock of a lesson: it stands until Start is pressed. */
import { actS } from "./experiment";

const longestFrameS = 0.1;

export interface Ride {
    readonly timeS: number;
    running: boolean;
    restart(): void;
    /** Takes it on without waiting: for tests, and for the curious with an open console. */
    advance(seconds: number): void;
}

/** `step` is called for each 10 ms, `show` once a frame. */
export function createRide(step: (dtS: number) => void, show: () => void): Ride {
    let [timeS, owedS, lastMs, running] = [0, 0, 0, false];

    function advance(seconds: number) {
        for (owedS += seconds; owedS >= actS - 1e-9; owedS -= actS) {
            step(actS);
            timeS += actS;
        }
    }

    function frame(nowMs: number) {
        if (!running) return;
        advance(Math.min(longestFrameS, Math.max(0, nowMs - lastMs) / 1000));
        lastMs = nowMs;
        show();
        requestAnimationFrame(frame);
    }

    return {
        get timeS() {
            return timeS;
        },
        get running() {
            return running;
        },
        set running(is) {
            if (is === running) return;
            running = is;
            lastMs = performance.now();
            if (is) requestAnimationFrame(frame);
        },
        restart() {
            [timeS, owedS] = [0, 0];
        },
        advance(seconds) {
            advance(seconds);
            show();
        },
    };
}
