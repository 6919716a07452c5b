/** Any web host: a folder of files in a folder of it, which can be exchanged and taken off the net. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const types: Readonly<Record<string, string>> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
};

/** What a file is replaced by; null: there is none. */
export type Changes = ReadonlyMap<string, string | null>;

export interface Host {
    readonly url: string;
    /** From now on with these changes; there are none at first. */
    changes: Changes;
    /** Paths that were asked for, in their order. */
    readonly asked: string[];
    stop(): Promise<void>;
}

const place = "/some/folder/";

/** At 127.0.0.2, which browsers trust as they do https, and which is no "localhost" to the page. */
export async function startHost(folder: string, port = 0, address = "127.0.0.2"): Promise<Host> {
    const asked: string[] = [];
    const server: Server = createServer((request, answer) => {
        const path = new URL(request.url!, "http://host").pathname;
        const name = path.slice(place.length).replace(/(^|\/)$/, "$1index.html");
        asked.push(name);
        try {
            const changed = host.changes.get(name);
            if (!path.startsWith(place) || changed === null) throw new Error("none");
            const content = changed ?? readFileSync(join(folder, name));
            const type = types[extname(name)] ?? "application/octet-stream";
            answer.writeHead(200, { "Content-Type": type, "Cache-Control": "no-cache" }).end(content);
        } catch {
            answer.writeHead(404).end();
        }
    });
    await new Promise<void>((resolve) => server.listen(port, address, resolve));
    const host: Host = {
        url: `http://${address}:${(server.address() as AddressInfo).port}${place}`,
        changes: new Map(),
        asked,
        stop: () =>
            new Promise((resolve) => {
                server.close(() => resolve());
                server.closeAllConnections();
            }),
    };
    return host;
}
