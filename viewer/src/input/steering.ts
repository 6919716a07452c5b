/** Of several hands on as many wheels, who moved last steers. */
import type { DriverRequest } from "kamm";

export interface Helm {
    readonly wish: DriverRequest;
    /** A real steering wheel. */
    readonly isDirect: boolean;
}

export interface Steering {
    readonly steer: number;
    readonly isDirect: boolean;
    /** Helms are told from each other by their wishes: the same objects each time. */
    update(helms: readonly Helm[]): void;
}

/** Less is a hand that lies there. */
const movement = 0.03;

export function createSteering(): Steering {
    const known = new WeakMap<DriverRequest, number>();
    let chosen: Helm | undefined;

    /** The first time tells where it stands, which is no movement. */
    function hasMoved({ wish }: Helm): boolean {
        const before = known.get(wish);
        if (before !== undefined && Math.abs(wish.steer - before) < movement) return false;
        known.set(wish, wish.steer);
        return before !== undefined;
    }

    return {
        get steer() {
            return chosen?.wish.steer ?? 0;
        },
        get isDirect() {
            return chosen?.isDirect ?? false;
        },
        update(helms) {
            const same = helms.find(({ wish }) => wish === chosen?.wish);
            chosen = same ?? helms[0];
            for (const helm of helms) if (hasMoved(helm)) chosen = helm;
        },
    };
}
