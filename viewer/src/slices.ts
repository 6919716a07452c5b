/** Work in slices: what takes long pauses between its pieces, so that frames are drawn meanwhile. */
export type Slices<Result = void> = Generator<void, Result, void>;

/** All of it at once. */
export function finish<Result>(slices: Slices<Result>): Result {
    for (;;) {
        const next = slices.next();
        if (next.done) return next.value;
    }
}

/** Works until that time is used up, one piece at least; whether all is done. */
export function work(slices: Slices, forMs: number): boolean {
    const end = performance.now() + forMs;
    for (;;) {
        if (slices.next().done) return true;
        if (performance.now() >= end) return false;
    }
}

/** A promise that is kept by `give`. */
export function createSignal() {
    let give = () => {};
    const promise = new Promise<void>((resolve) => (give = resolve));
    return { promise, give: () => give() };
}
