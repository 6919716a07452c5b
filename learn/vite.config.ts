import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { data } from "../viewer/data_plugin";
import { lessons } from "./list";
import { lessonPages, woff2Only } from "./plugin/lesson_page";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Names and folders are those of the page, into which viewer's build takes all of it: what both have is one file there.
export default defineConfig({
    root: here(".."),
    base: "./",
    publicDir: false,
    plugins: [data(), lessonPages(), woff2Only()],
    build: {
        outDir: here("../build/learn"),
        emptyOutDir: true,
        target: "es2022",
        assetsInlineLimit: 0,
        modulePreload: false,
        rollupOptions: { input: ["index.html", ...lessons.map(({ id }) => `${id}/index.html`)].map(here) },
    },
});
