/** From wherever the module comes to a running one. */
import type { LoadOptions } from "./types";

type Source = NonNullable<LoadOptions["wasm"]>;

/** Node's fetch knows no files. The name is put together, as bundlers would look for it. */
async function readLocally(url: URL): Promise<Uint8Array<ArrayBuffer>> {
    const name = ["node", "fs/promises"].join(":");
    const fs = (await import(/* @vite-ignore */ name)) as {
        readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
    };
    return fs.readFile(url);
}

async function compileAt(url: URL | string): Promise<WebAssembly.Module> {
    const place = new URL(url, import.meta.url);
    if (place.protocol === "file:") return WebAssembly.compile(await readLocally(place));
    return compileAnswer(await fetch(place));
}

/** While it comes in, where the server says that it is a module. */
async function compileAnswer(response: Response): Promise<WebAssembly.Module> {
    if (!response.ok) throw new Error(`kamm: ${response.url}: ${response.status} ${response.statusText}`);
    const type = response.headers.get("Content-Type");
    if (type === "application/wasm") return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
}

async function compile(source: Source): Promise<WebAssembly.Module> {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === "string" || source instanceof URL) return compileAt(source);
    if (source instanceof Promise) return compile(await source);
    if (source instanceof Response) return compileAnswer(source);
    return WebAssembly.compile(source);
}

export async function instantiate(source: Source): Promise<WebAssembly.Instance> {
    try {
        return await WebAssembly.instantiate(await compile(source), {});
    } catch (error) {
        if (!(error instanceof WebAssembly.CompileError)) throw error;
        throw new Error(
            "kamm: the module cannot be compiled; its vectors need Chrome 91, Firefox 89, " +
                `Safari 16.4 or Node 18: ${error.message}`,
            { cause: error },
        );
    }
}
