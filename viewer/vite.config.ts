import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Static files that any web host serves, from any folder of it.
export default defineConfig({
    root: here("."),
    base: "./",
    build: {
        outDir: here("../build/page"),
        emptyOutDir: true,
        target: "es2022",
        assetsInlineLimit: 0, // a page whose policy forbids data: URLs works, too
        chunkSizeWarningLimit: 1500,
    },
    server: { fs: { allow: [here("..")] } }, // the cars and the world lie in data/
});
