/** Among several devices with a steering wheel, the one that moved last steers. */
import type { DriverRequest } from "kamm";

export interface Helm {
    readonly driverInput: DriverRequest;
    /** A real steering wheel. */
    readonly isDirect: boolean;
}

export interface Steering {
    readonly steer: number;
    readonly isDirect: boolean;
    /** Their driver inputs identify the helms: the same objects each time. */
    update(helms: readonly Helm[]): void;
}

/** Less is a hand that lies there. */
const movement = 0.03;

export function createSteering(): Steering {
    const known = new WeakMap<DriverRequest, number>();
    let chosen: Helm | undefined;

    /** The first time tells where it stands, which is no movement. */
    function hasMoved({ driverInput }: Helm): boolean {
        const before = known.get(driverInput);
        if (before !== undefined && Math.abs(driverInput.steer - before) < movement) return false;
        known.set(driverInput, driverInput.steer);
        return before !== undefined;
    }

    return {
        get steer() {
            return chosen?.driverInput.steer ?? 0;
        },
        get isDirect() {
            return chosen?.isDirect ?? false;
        },
        update(helms) {
            const same = helms.find(({ driverInput }) => driverInput === chosen?.driverInput);
            chosen = same ?? helms[0];
            for (const helm of helms) if (hasMoved(helm)) chosen = helm;
        },
    };
}
