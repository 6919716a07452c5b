/** The page's database in this browser. Storage may be forbidden or full: then nothing is kept, and the page says
 * so. */

const database = "kamm";
const version = 3;
/** Stores and their contents: the user's vehicle files, best laps by their class, set-ups by name, times by car. */
const stores = ["files", "laps", "setups", "times"] as const;
export type StoreName = (typeof stores)[number];

/** What people call the content of each, in messages. */
const contents: Readonly<Record<StoreName, string>> = { files: "your files", laps: "best laps", setups: "saved set-ups", times: "lap times" };

/** Hears of writes that failed: what was to be kept, and why it was not. */
export type FailedWrite = (what: string, reason: string) => void;
let failedWrite: FailedWrite = () => {};

export function listenToFailedWrites(listener: FailedWrite): void {
    failedWrite = listener;
}

export const tellFailedWrite = (what: string, error: unknown) => failedWrite(what, reason(error));

/** Index of laps by age; the oldest come first. */
const byAge = "byAge";

/** Browsers give errors of storage names, and often no text. */
const reason = (error: unknown) =>
    error instanceof Error || error instanceof DOMException ? error.message || error.name : String(error);

const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
    });

async function open(): Promise<IDBDatabase> {
    const opening = indexedDB.open(database, version);
    opening.onupgradeneeded = () => {
        const { result } = opening;
        for (const name of stores) if (!result.objectStoreNames.contains(name)) result.createObjectStore(name);
        const laps = opening.transaction!.objectStore("laps");
        if (!laps.indexNames.contains(byAge)) laps.createIndex(byAge, "keptAtMs");
    };
    return done(opening);
}

async function withDatabase<Result>(
    work: (opened: IDBDatabase) => Promise<Result>,
    failed: (error: unknown) => void = () => {},
): Promise<Result | undefined> {
    try {
        const opened = await open();
        try {
            return await work(opened);
        } finally {
            opened.close();
        }
    } catch (error) {
        failed(error);
        return undefined;
    }
}

let readsUnderWay = 0;
let writesUnderWay = 0;

/** Something that was asked for is still to come. */
export const isReading = () => readsUnderWay > 0;

/** Something is still to be written: a page that is left now loses it. */
export const isWriting = () => writesUnderWay > 0;

async function read<Result>(name: StoreName, work: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result | undefined> {
    ++readsUnderWay;
    const result = await withDatabase((opened) => done(work(opened.transaction(name, "readonly").objectStore(name))));
    --readsUnderWay;
    return result;
}

/** Resolves when it has been written, not when that has been asked for. */
async function write(name: StoreName, work: (store: IDBObjectStore) => void): Promise<void> {
    ++writesUnderWay;
    await withDatabase(
        (opened) =>
            new Promise<void>((resolve, reject) => {
                const writing = opened.transaction(name, "readwrite");
                writing.oncomplete = () => resolve();
                writing.onabort = () => reject(writing.error ?? new Error("IndexedDB failed"));
                work(writing.objectStore(name));
                writing.commit();
            }),
        (error) => tellFailedWrite(contents[name], error),
    );
    --writesUnderWay;
}

export const readKept = (store: StoreName, key: string): Promise<unknown> => read(store, (all) => all.get(key));

export const keep = (store: StoreName, key: string, value: unknown): Promise<void> =>
    write(store, (all) => all.put(value, key));

export const forget = (store: StoreName, key: string): Promise<void> => write(store, (all) => all.delete(key));

export const keptKeys = async (store: StoreName): Promise<IDBValidKey[]> =>
    (await read(store, (all) => all.getAllKeys())) ?? [];

/** Keys of laps, the oldest first; of some that an older page kept, their age is not known, and they are left out. */
export const lapKeysByAge = async (): Promise<IDBValidKey[]> =>
    (await read("laps", (all) => all.index(byAge).getAllKeys())) ?? [];
