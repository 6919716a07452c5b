/** The files that the readers see. */
import type { Module } from "./module";
import { isPng, readGreyPng, type Grey } from "./png";

const encoder = new TextEncoder();

function store(module: Module, path: string, bytes: Uint8Array, picture?: Grey): void {
    const address = module.allocate(Math.max(bytes.length, 1));
    module.heap.u8.set(bytes, address);
    const { columns = 0, rows = 0, bits = 0 } = picture ?? {};
    const stored = module.withTexts([path], (at) =>
        module.call.face_add_file(at, address, bytes.length, columns, rows, bits),
    );
    if (stored) return;
    module.call.free(address);
    module.made(0);
}

export function storeText(module: Module, path: string, text: string): void {
    store(module, path, encoder.encode(text));
}

export async function storeFile(
    module: Module,
    path: string,
    content: string | Uint8Array,
): Promise<void> {
    if (typeof content === "string") return storeText(module, path, content);
    if (!isPng(content)) return store(module, path, content);
    const picture = await readGreyPng(content, path);
    store(module, path, picture.bytes, picture);
}

function removeFile(module: Module, path: string): void {
    module.withTexts([path], (at) => module.call.face_remove_file(at));
}

/** What has been written to a file, which is then removed. */
export function takeText(module: Module, path: string): string {
    const { call, heap } = module;
    const text = module.withTexts([path], (at) => {
        const from = call.face_file_bytes(at);
        return new TextDecoder().decode(heap.u8.slice(from, from + call.face_file_size(at)));
    });
    removeFile(module, path);
    return text;
}

/** Lets a reader read a text as a file of that name. */
export function withFile<T>(
    module: Module,
    name: string,
    text: string,
    read: (path: number) => T,
): T {
    storeText(module, name, text);
    try {
        return module.withTexts([name], read);
    } finally {
        removeFile(module, name);
    }
}

/** Readers tell files from names by their ending. */
export function fileName(name: string, ending: RegExp, otherwise: string): string {
    return ending.test(name) ? name : name + otherwise;
}
