/** Output of Node's console for an object that is all functions. */
export function tell<T extends object>(object: T, text: string): T {
    return Object.defineProperty(object, Symbol.for("nodejs.util.inspect.custom"), { value: () => text });
}

/** What owns memory of the module, until it is disposed of. */
export interface Owned {
    readonly address: number;
    dispose(): void;
}

export function own(address: number, what: string, release: (address: number) => void): Owned {
    let held = address;
    return {
        get address() {
            if (held) return held;
            throw new Error(`kamm: this ${what} has been disposed of`);
        },
        dispose() {
            if (held) release(held);
            held = 0;
        },
    };
}

/** Gives an object those of another, getters as they are. */
export function addProperties<T extends object, More extends object>(object: T, more: More): Omit<T, keyof More> & More {
    return Object.defineProperties(object, Object.getOwnPropertyDescriptors(more)) as unknown as Omit<T, keyof More> & More;
}
