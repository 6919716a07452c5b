import { fileURLToPath } from "node:url";

/** What makes a page cross-origin isolated, so that it has shared memory. `kamm drive` sends the same. */
const headers = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
};
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
    root: here("."),
    base: "./",
    build: { outDir: here("../../build/worker_page"), emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 1500 },
    worker: { format: "es" },
    server: { headers },
    preview: { headers },
};
