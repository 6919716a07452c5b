/** Undo and redo. A drag of a slider is one step, however many values it went through. */
export interface History<State> {
    readonly present: State;
    readonly canUndo: boolean;
    readonly canRedo: boolean;
    /** A new state; in place of the last one if both have the same key and nothing sealed that. */
    record(state: State, key?: string): void;
    /** What comes next is a step of its own. */
    seal(): void;
    /** The state before; the present one if there is none. */
    undo(): State;
    redo(): State;
}

const maxSteps = 200;

export function createHistory<State>(first: State): History<State> {
    let states: readonly State[] = [first];
    let at = 0;
    let openKey: string | undefined;

    function go(to: number): State {
        at = Math.min(states.length - 1, Math.max(0, to));
        openKey = undefined;
        return states[at]!;
    }

    return {
        get present() {
            return states[at]!;
        },
        get canUndo() {
            return at > 0;
        },
        get canRedo() {
            return at < states.length - 1;
        },
        record(state, key) {
            const replaces = key !== undefined && key === openKey;
            const kept = states.slice(0, replaces ? at : at + 1);
            states = [...kept, state].slice(-maxSteps);
            at = states.length - 1;
            openKey = key;
        },
        seal() {
            openKey = undefined;
        },
        undo: () => go(at - 1),
        redo: () => go(at + 1),
    };
}
