/** How much simulated time has gone by between frames, and where it jumped. */

/** A longer step than this is no step: a replay was wound on. */
const maxStepS = 0.5;

export interface Clock {
    /** Time since the last frame; 0 while paused and after a jump in time. */
    readonly stepS: number;
    /** What was remembered belongs to another time: start over. */
    readonly jumped: boolean;
    tick(timeS: number): void;
}

export function createClock(): Clock {
    let lastS = NaN;
    const clock = {
        stepS: 0,
        jumped: true,
        tick(timeS: number) {
            const stepS = timeS - lastS;
            clock.jumped = !(stepS >= 0 && stepS <= maxStepS);
            clock.stepS = clock.jumped ? 0 : stepS;
            lastS = timeS;
        },
    };
    return clock;
}
