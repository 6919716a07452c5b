/** The hand that changes gear: to the lever when another gear comes in, and back to the wheel. */
const goesS = 0.22;
const staysS = 0.3;

const smooth = (t: number) => t * t * (3 - 2 * t);

export function createReach() {
    let gear: number | null = null;
    let wantedForS = 0;
    let share = 0;
    return {
        /** 0: the hand is on the wheel, 1: on the lever. */
        update(now: number, dtS: number): number {
            if (gear !== null && now !== gear) wantedForS = goesS + staysS;
            gear = now;
            const towards = wantedForS > 0 ? 1 : -1;
            wantedForS = Math.max(0, wantedForS - dtS);
            share = Math.min(Math.max(share + (towards * dtS) / goesS, 0), 1);
            return smooth(share);
        },
    };
}
