import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { data } from "./data_plugin";
import { lessons } from "./lessons_plugin";
import { offline } from "./offline/plugin";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What is bundled keeps its licence: licences.txt beside the page. */
function licences(files: readonly string[]): Plugin {
    const text = (file: string) => `${file}\n\n${readFileSync(here(`../${file}`), "utf8")}`;
    return {
        name: "licences",
        apply: "build",
        generateBundle() {
            const source = files.map(text).join("\n\n");
            this.emitFile({ type: "asset", fileName: "licences.txt", source });
        },
    };
}

/** Compressed forms beside each file, for servers that give them: `kamm drive`, nginx's gzip_static. */
function compressed(): Plugin {
    return {
        name: "compressed",
        apply: "build",
        enforce: "post",
        generateBundle: {
            order: "post", // after Vite has put in which chunks are imported
            handler(_, bundle) {
                for (const file of Object.values(bundle)) {
                    if (!/\.(js|css|wasm|json|txt)$/.test(file.fileName)) continue;
                    const source = file.type === "chunk" ? file.code : file.source;
                    const bytes = Buffer.from(source as string | Uint8Array);
                    const add = (ending: string, form: Buffer) =>
                        this.emitFile({ type: "asset", fileName: file.fileName + ending, source: form });
                    add(".br", brotliCompressSync(bytes));
                    add(".gz", gzipSync(bytes, { level: 9 }));
                }
            },
        },
    };
}

const bundled = [
    ...["three", "uplot", "katex"].map((name) => `node_modules/${name}/LICENSE`),
    "learn/fonts_licence.txt", // KaTeX's fonts have one of their own
];

// Static files that any web host serves, from any folder of it.
export default defineConfig({
    root: here("."),
    base: "./",
    plugins: [data(), lessons(), licences(bundled), offline(), compressed()],
    worker: { format: "es", plugins: () => [data()] },
    build: {
        outDir: here("../build/page"),
        emptyOutDir: true,
        target: "es2022",
        minify: "terser", // 4 % smaller than esbuild's
        assetsInlineLimit: 0, // a page whose policy forbids data: URLs works, too
        chunkSizeWarningLimit: 1500,
        cssCodeSplit: false, // no styles come in behind the first picture
        modulePreload: false,
    },
    server: { fs: { allow: [here("..")] } }, // the cars and the world lie in data/
});
