/** Files of people's own in a link: packed by the browser, as letters that survive in addresses and messengers. */
import type { OwnFile, OwnFiles } from "../simulation/kept_files";

/** A vehicle file has a few ten thousand characters: what unpacks to more is none. */
const maxBytes = 2_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, pipe: ReadableWritablePair): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let size = 0;
    const reader = (new Blob([bytes]).stream() as ReadableStream).pipeThrough(pipe).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const part = next.value as Uint8Array;
        size += part.length;
        if (size > maxBytes) {
            await reader.cancel();
            throw new RangeError(`file: it is larger than ${maxBytes} bytes`);
        }
        parts.push(part);
    }
    const all = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

/** Base64 as in addresses: RFC 4648, section 5. */
function toLetters(bytes: Uint8Array): string {
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const fromLetters = (text: string) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/** Throws where the browser cannot pack. */
export const packBytes = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
    toLetters(await through(bytes, new CompressionStream("deflate")));

/** Throws where the letters are none that were packed. */
export const unpackBytes = (letters: string): Promise<Uint8Array> =>
    through(fromLetters(letters), new DecompressionStream("deflate"));

const isFile = (value: unknown): value is OwnFile =>
    typeof (value as OwnFile)?.name === "string" && typeof (value as OwnFile).text === "string";

export async function packFiles({ own, tyre }: OwnFiles): Promise<string> {
    const text = JSON.stringify([own, tyre].map((file) => file && [file.name, file.text]));
    return packBytes(new TextEncoder().encode(text));
}

/** Throws where the letters are no packed files. */
export async function unpackFiles(letters: string): Promise<OwnFiles> {
    try {
        const bytes = await unpackBytes(letters);
        const files = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown[];
        const [own, tyre] = [0, 1].map((i) => {
            const file = files[i] as [unknown, unknown] | null;
            const made = file && { name: file[0], text: file[1] };
            if (made && !isFile(made)) throw new TypeError("no file");
            return made as OwnFile | null;
        });
        return { own: own ?? null, tyre: tyre ?? null };
    } catch (error) {
        if (error instanceof RangeError) throw error;
        throw new Error("file: what the link carries of a vehicle file is cut off or damaged; ask for the link or the file again");
    }
}

/** Packs once for each car; resolves to nothing where there is no file, or no packing. */
export function createPacker() {
    let key = "";
    let packed = Promise.resolve("");
    return (car: { readonly carKey: string; readonly files: OwnFiles }): Promise<string> => {
        if (car.carKey !== key) {
            key = car.carKey;
            const { own, tyre } = car.files;
            packed = own || tyre ? packFiles(car.files).catch(() => "") : Promise.resolve("");
        }
        return packed;
    };
}

export type Packer = ReturnType<typeof createPacker>;
