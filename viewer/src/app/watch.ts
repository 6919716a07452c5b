/** Notices what a car can't get out of by itself, so that the page can say what helps. */
import type { CarFrame } from "../frame";

/** For so long at a stand with the wheels off the road it does not roll back by itself. */
const stuckS = 2;
const stillMps = 0.5;
const numericFault = 1;

const faulty = "The physics of this car has a fault: it stands still until R puts it back";
const stuck = "The car can't get back on its wheels: R helps it";

/** Each time that something begins, the text that tells of it; else an empty one. */
export function createWatch() {
    let lyingS = 0;
    let wasFaulty = false;
    return (car: CarFrame, dtS: number): string => {
        const isFaulty = (car.fault & numericFault) !== 0;
        const began = isFaulty && !wasFaulty;
        wasFaulty = isFaulty;
        const lies = car.speedMps < stillMps && isTilted(car) && !isFaulty;
        const before = lyingS;
        lyingS = lies ? lyingS + dtS : 0;
        if (began) return faulty;
        return before < stuckS && lyingS >= stuckS ? stuck : "";
    };
}

/** By more than 50 degrees, which no slope of the world is. */
const isTilted = ({ orientation: [, x, y] }: CarFrame) => 1 - 2 * (x! * x! + y! * y!) < 0.64;
