/** The lab in its worker: one test at a time; what was computed once is kept. */
import type { LabCar } from "kamm/lab";
import type { Simulation } from "../simulation";
import { vehicleFiles } from "../simulation/files";
import type { Answer, Request, Result } from "./lab_messages";

export interface Lab {
    /** Another test ends the one that is on. Rejects with the lab's message, or with null when it was ended. */
    run(request: Request): Promise<Result>;
    /** What was computed of it. */
    known(request: Request): Result | null;
    stop(): void;
}

const maxKept = 12; // the rows of a long test are some megabytes

/** The vehicle's file with what is changed on it; null: it has trailers, which have other tests. */
export function labCarOf({ setup, files }: Simulation): LabCar | null {
    const json = setup.car === "own" ? files.own?.text : vehicleFiles.find(({ id }) => id === setup.car)?.text;
    if (json === undefined) return null;
    const { tyre } = files;
    return { name: setup.car, json, changes: setup.changes, ...(tyre && { tyre }) };
}

interface Job {
    readonly key: string;
    readonly result: Promise<Result>;
    end(): void;
}

function ask(worker: Worker, request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<Answer>) =>
            "failed" in data ? reject(new Error(data.failed)) : resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message || "The lab could not be loaded"));
        worker.postMessage(request);
    });
}

export function createLab(): Lab {
    const kept = new Map<string, Result>();
    let idle: Worker | null = null;
    let job: Job | null = null;

    const makeWorker = () => new Worker(new URL("./lab_worker.ts", import.meta.url), { type: "module" });
    const keyOf = (request: Request) => JSON.stringify(request);

    function keep(key: string, result: Result) {
        kept.set(key, result);
        if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
    }

    function start(request: Request): Job {
        const worker = idle ?? makeWorker();
        idle = null;
        let isEnded = false;
        let endWaiting: (reason: null) => void;
        const ended = new Promise<never>((_, reject) => (endWaiting = reject));
        const key = keyOf(request);
        const result = Promise.race([ask(worker, request), ended])
            .then((found) => (keep(key, found), found))
            .finally(() => {
                if (job === made) job = null;
                if (!isEnded) idle = worker;
            });
        const made: Job = {
            key,
            result,
            end() {
                isEnded = true;
                worker.terminate();
                endWaiting(null);
            },
        };
        return made;
    }

    return {
        run(request) {
            const key = keyOf(request);
            const known = kept.get(key);
            if (known) return Promise.resolve(known);
            if (job?.key !== key) {
                job?.end();
                job = start(request);
            }
            return job.result;
        },
        known: (request) => kept.get(keyOf(request)) ?? null,
        stop() {
            job?.end();
            job = null;
        },
    };
}
