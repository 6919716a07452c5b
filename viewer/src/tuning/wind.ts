/** Wind as people name it: how fast, and from where. The world's x points east and y north. */
export type Velocity = readonly [number, number, number];

export interface Wind {
    readonly speedKmh: number;
    /** Direction from which it comes, clockwise from north: 90 is an east wind. */
    readonly fromDeg: number;
}

export const compass = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
export const compassDeg = (index: number) => (360 / compass.length) * index;

const kmhPerMps = 3.6;

/** Without noise in the last digits, so that west is exactly west. */
const tidy = (value: number) => Math.round(value * 1e6) / 1e6 + 0;

export function windVelocity({ speedKmh, fromDeg }: Wind): Velocity {
    const speed = speedKmh / kmhPerMps;
    const angle = (fromDeg / 180) * Math.PI;
    return [tidy(-speed * Math.sin(angle)), tidy(-speed * Math.cos(angle)), 0];
}

/** A calm has no direction; it keeps the one that is handed in. */
export function windOf([x, y]: Velocity, calmFromDeg = 270): Wind {
    const speed = Math.hypot(x, y);
    if (speed === 0) return { speedKmh: 0, fromDeg: calmFromDeg };
    const angle = (Math.atan2(-x, -y) / Math.PI) * 180;
    return {
        speedKmh: Math.round(speed * kmhPerMps * 100) / 100,
        fromDeg: (Math.round((angle + 360) * 10) / 10) % 360,
    };
}
