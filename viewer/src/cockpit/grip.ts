/**
 * How two hands follow a steering wheel. A hand holds the rim and goes with it; too far from its home it lets go and
 * takes hold farther back, while the other holds. A wheel that is faster than both runs through a hand.
 */
export type Side = "left" | "right";

export interface HandPose {
    /** On the wheel as the driver sees it: anticlockwise from three o'clock. */
    readonly angleRad: number;
    /** How far off the rim: 0 holds it, 1 is in the middle of its way. */
    readonly lift: number;
}

const degree = Math.PI / 180;
/** Quarter to three. */
export const homeRad: Readonly<Record<Side, number>> = { left: Math.PI, right: 0 };
/** A hand that goes down with the rim lets go earlier than the one that goes over the top: one after the other. */
const letsGoRad = { down: 100 * degree, over: 120 * degree };
const takesHoldRad = 50 * degree;
/** No arm turns farther: the rim slips through the hand. */
export const farthestRad = 150 * degree;
const moveS = 0.3;
/** Rate of the wheel at which a hand is twice as fast. */
const hurryRadps = 12;
/** The wheel is nearly straight, and rests: hands go home. */
const straightRad = 30 * degree;
const restRadps = 0.5;
const homeRoomRad = 12 * degree;
/** More in a frame is no turning: a replay goes to another place. */
const jumpRad = 2;

interface Hand {
    readonly side: Side;
    /** From its home. */
    offset: number;
    from: number;
    to: number;
    /** Progress along the way; 1: the hand holds. */
    progress: number;
}

const smooth = (t: number) => t * t * (3 - 2 * t);
const clamp = (value: number, most: number) => Math.min(Math.max(value, -most), most);

const limitOf = ({ side, offset }: Hand) =>
    (side === "left") === offset > 0 ? letsGoRad.down : letsGoRad.over;

/** Where a hand holds a wheel whose history is unknown. */
function foldedOffset(wheelRad: number): number {
    const room = letsGoRad.down + takesHoldRad;
    const turns = Math.floor((Math.abs(wheelRad) + takesHoldRad) / room);
    return Math.sign(wheelRad) * (Math.abs(wheelRad) - turns * room);
}

export function createGrip() {
    const hands = (["left", "right"] as const).map(
        (side): Hand => ({ side, offset: 0, from: 0, to: 0, progress: 1 }),
    );
    let knownRad: number | null = null;

    function jumpTo(wheelRad: number) {
        for (const hand of hands) {
            hand.offset = foldedOffset(wheelRad);
            hand.progress = 1;
        }
    }

    function follow(hand: Hand, byRad: number, rateRadps: number, dtS: number) {
        if (hand.progress >= 1) {
            hand.offset = clamp(hand.offset + byRad, farthestRad);
            return;
        }
        const hurry = 1 + Math.abs(rateRadps) / hurryRadps;
        hand.progress = Math.min(1, hand.progress + (dtS / moveS) * hurry);
        hand.offset = hand.from + (hand.to - hand.from) * smooth(hand.progress);
    }

    function letGo(hand: Hand, to: number) {
        Object.assign(hand, { from: hand.offset, to, progress: 0 });
    }

    /** The hand that is farthest beyond where it should be lets go, if the other one holds. */
    function decide(wheelRad: number, rateRadps: number) {
        if (hands.some(({ progress }) => progress < 1)) return;
        const [far] = [...hands].sort((a, b) => Math.abs(b.offset) - limitOf(b) - Math.abs(a.offset) + limitOf(a));
        if (Math.abs(far!.offset) > limitOf(far!)) letGo(far!, -Math.sign(far!.offset) * takesHoldRad);
        else if (Math.abs(wheelRad) < straightRad && Math.abs(rateRadps) < restRadps) {
            const astray = hands.find(({ offset }) => Math.abs(offset - wheelRad) > homeRoomRad);
            if (astray) letGo(astray, wheelRad);
        }
    }

    return {
        /** `dtS`: time since the last call; 0 while nothing moves. */
        update(wheelRad: number, dtS: number) {
            const by = wheelRad - (knownRad ?? Infinity);
            knownRad = wheelRad;
            if (Math.abs(by) > jumpRad) return jumpTo(wheelRad);
            if (dtS <= 0 && by === 0) return;
            const rate = dtS > 0 ? by / dtS : 0;
            for (const hand of hands) follow(hand, by, rate, dtS);
            decide(wheelRad, rate);
        },
        poseOf(side: Side): HandPose {
            const hand = hands[side === "left" ? 0 : 1]!;
            const lift = hand.progress < 1 ? Math.sin(Math.PI * smooth(hand.progress)) : 0;
            return { angleRad: homeRad[side] + hand.offset, lift };
        },
    };
}
