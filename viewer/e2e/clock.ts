/** The page's clock in the hands of a test: what a page takes for time passes by the frame, as often as the test wants. */

export interface Clock {
    /** What a frame takes; 1/60 s if not set. */
    frameMs: number;
    /** Frames, one after another, once the browser has laid out what was changed before. */
    step(count: number): Promise<void>;
    /** Frames until that holds, or until so many have passed: whether it holds. What the browser brings in comes between them. */
    until(holds: () => unknown, maxFrames: number): Promise<boolean>;
    /** A frame with each of the browser's own until that holds: for what network, workers and storage bring, which have no page's time. */
    when(holds: () => unknown): Promise<void>;
    /** When the browser has laid out and drawn what was changed; no time passes. */
    drawn(): Promise<unknown>;
}

declare global {
    interface Window {
        /** Clock of a page that was opened with `holdClock`. */
        clock?: Clock;
    }
}

/**
 * Done in a page before its own scripts. Frames, timers and `performance.now` go by this clock. It runs with the browser's frames
 * while the page is built, and stands when that is done. A timer without a time is a turn of the browser's, and stays that.
 */
export function holdClock() {
    /** Each reading takes a little, so that what works for some milliseconds ends, always after the same work. */
    const readingMs = 0.1;
    const [realFrame, realTimer, realForget] = [requestAnimationFrame, setTimeout, clearTimeout].map((each) => each.bind(window)) as [
        typeof requestAnimationFrame,
        (call: TimerHandler, ms?: number, ...rest: unknown[]) => number,
        typeof clearTimeout,
    ];
    interface Timer {
        atMs: number;
        readonly everyMs: number | null;
        readonly call: () => void;
    }
    const frames = new Map<number, FrameRequestCallback>();
    const timers = new Map<number, Timer>();
    let [nowMs, readMs, lastId] = [0, 0, 1e9];

    function addTimer(call: Function, ms: number, isRepeated: boolean, rest: unknown[]): number {
        timers.set(++lastId, { atMs: nowMs + ms, everyMs: isRepeated ? Math.max(1, ms) : null, call: () => call(...rest) });
        return lastId;
    }

    function nextDue(): number | null {
        let due: number | null = null;
        for (const [id, { atMs }] of timers) if (atMs <= nowMs && (due === null || atMs < timers.get(due)!.atMs)) due = id;
        return due;
    }

    function runTimers() {
        for (let id = nextDue(); id !== null; id = nextDue()) {
            const timer = timers.get(id)!;
            if (timer.everyMs === null) timers.delete(id);
            else timer.atMs += timer.everyMs;
            timer.call();
        }
    }

    function frame() {
        nowMs += clock.frameMs;
        runTimers();
        for (const id of [...frames.keys()]) {
            const call = frames.get(id);
            if (frames.delete(id)) call!(nowMs);
        }
    }

    performance.now = () => (readMs = Math.max(nowMs, readMs + readingMs));
    window.requestAnimationFrame = (call) => (frames.set(++lastId, call), lastId);
    window.cancelAnimationFrame = (id) => void frames.delete(id);
    Object.assign(window, {
        setTimeout: (call: Function, ms = 0, ...rest: unknown[]) =>
            ms > 0 ? addTimer(call, ms, false, rest) : realTimer(call as TimerHandler, 0, ...rest),
        setInterval: (call: Function, ms = 0, ...rest: unknown[]) => addTimer(call, ms, true, rest),
        clearTimeout: (id: number) => timers.delete(id) || realForget(id),
        clearInterval: (id: number) => void timers.delete(id),
    });

    const { port1, port2 } = new MessageChannel();
    const turns: (() => void)[] = [];
    port1.onmessage = () => turns.shift()!();
    const turn = () => new Promise<void>((resolve) => (turns.push(resolve), port2.postMessage(null)));
    const browsersFrame = () => new Promise(realFrame).then(turn);

    const clock: Clock = {
        frameMs: 1000 / 60,
        async step(count) {
            await browsersFrame();
            for (let i = 0; i < count; ++i) frame();
        },
        async until(holds, maxFrames) {
            await browsersFrame();
            for (let i = 0; ; ++i) {
                if (holds()) return true;
                if (i === maxFrames) return false;
                frame();
                await turn();
            }
        },
        async when(holds) {
            while (!holds()) {
                frame();
                await browsersFrame();
            }
        },
        drawn: browsersFrame,
    };
    window.clock = clock;

    function runUntilReady() {
        if (document.body?.dataset["ready"]) return;
        if (frames.size > 0) frame();
        realFrame(runUntilReady);
    }
    realFrame(runUntilReady);
}
