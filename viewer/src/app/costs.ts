/** Time of a frame's script, separately for physics, scene and dials. Drawing itself is the graphics card's. */

export type Part = "physics" | "scene" | "dials";

export interface Costs {
    /** Costs since the page began. */
    readonly frames: number;
    readonly totalMs: Readonly<Record<Part, number>>;
    /** A mean over the last half second or so. */
    readonly frameMs: Readonly<Record<Part, number>>;
    /** A frame begins. */
    begin(): void;
    /** What was done since `begin` or the last `end` was this part. */
    end(part: Part): void;
}

const smoothing = 0.03;

export function createCosts(now = () => performance.now()): Costs {
    const totalMs = { physics: 0, scene: 0, dials: 0 };
    const frameMs = { physics: 0, scene: 0, dials: 0 };
    let frames = 0;
    let began = 0;
    return {
        totalMs,
        frameMs,
        get frames() {
            return frames;
        },
        begin() {
            ++frames;
            began = now();
        },
        end(part) {
            const ended = now();
            totalMs[part] += ended - began;
            frameMs[part] += smoothing * (ended - began - frameMs[part]);
            began = ended;
        },
    };
}
