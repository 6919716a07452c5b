/** Cars are made and judged in a worker, which is there while the form is open. */
import type { Answer, NewVehicle, Request, Result } from "./messages";

export type Words = Readonly<Record<string, readonly string[]>>;

export interface Maker {
    /** Rejects with what is wrong with the facts; with null when a later call came before the answer. */
    make(facts: Readonly<Record<string, string>>): Promise<NewVehicle>;
    words(choices: readonly string[]): Promise<Words>;
    dispose(): void;
}

export function createMaker(): Maker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    let last: Promise<unknown> = Promise.resolve();
    let latest = 0;

    function ask(request: Request): Promise<Result> {
        const answer = last.then(
            () =>
                new Promise<Result>((resolve, reject) => {
                    worker.onmessage = ({ data }: MessageEvent<Answer>) =>
                        "failed" in data ? reject(new Error(data.failed)) : resolve(data);
                    worker.onerror = ({ message }) => reject(new Error(message || "The rules could not be loaded"));
                    worker.postMessage(request);
                }),
        );
        last = answer.catch(() => undefined);
        return answer;
    }

    return {
        async make(facts) {
            const own = ++latest;
            const isOld = () => own !== latest;
            const answer = await ask({ facts, choices: [] }).catch((error: unknown) => {
                throw isOld() ? null : error;
            });
            if (isOld()) throw null;
            return answer.made!;
        },
        words: async (choices) => (await ask({ facts: null, choices })).words,
        dispose: () => worker.terminate(),
    };
}
