import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
    root: here("."),
    base: "./",
    build: { outDir: here("../../build/lockstep_page"), emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 1500 },
};
