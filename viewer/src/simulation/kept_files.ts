/** Files of people's own, kept in the browser: a car that was dropped on the page is there again when it is loaded anew. */

export interface OwnFile {
    readonly name: string;
    readonly text: string;
}

/** The vehicle, and a tyre that was put on it. */
export interface OwnFiles {
    readonly own: OwnFile | null;
    readonly tyre: OwnFile | null;
}

export const noFiles: OwnFiles = { own: null, tyre: null };

const database = "kamm";
const store = "files";
const key = "own";

const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
    });

async function inStore<Result>(
    mode: IDBTransactionMode,
    work: (files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    const opened = await done(opening);
    try {
        return await done(work(opened.transaction(store, mode).objectStore(store)));
    } finally {
        opened.close();
    }
}

/** Storage may be forbidden or full: then nothing is kept. */
export async function keepFiles({ own, tyre }: OwnFiles): Promise<void> {
    try {
        await inStore("readwrite", (files) => files.put({ own, tyre }, key));
    } catch {
        /* it is not kept */
    }
}

export async function readKeptFiles(): Promise<OwnFiles> {
    try {
        const kept = (await inStore("readonly", (files) => files.get(key))) as OwnFiles | undefined;
        return kept ?? noFiles;
    } catch {
        return noFiles;
    }
}
