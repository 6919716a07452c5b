/** Makes the service worker offline.js: worker.ts with the list of all files of the page. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, type Rollup, transformWithEsbuild } from "vite";
import { lessonFiles } from "../lessons_plugin";

const workerName = "offline.js";
const source = fileURLToPath(new URL("worker.ts", import.meta.url));

const hashOf = (content: string | Uint8Array) => createHash("sha256").update(content).digest("base64");
const contentOf = (file: Rollup.OutputChunk | Rollup.OutputAsset) => (file.type === "chunk" ? file.code : file.source);
const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1);

/** All that these files ask for, at once or later. */
function reach(bundle: Rollup.OutputBundle, names: Iterable<string>, reached = new Set<string>()): Set<string> {
    for (const name of names) {
        const file = bundle[name];
        if (!file || reached.has(name)) continue;
        reached.add(name);
        if (file.type !== "chunk") continue;
        const { importedAssets = [], importedCss = [] } = file.viteMetadata ?? {};
        reach(bundle, [...file.imports, ...file.dynamicImports, ...importedAssets, ...importedCss], reached);
    }
    return reached;
}

/** The page is index.html; what only other documents ask for, such as lessons, is kept when it has been asked for. */
function findLater(bundle: Rollup.OutputBundle): Set<string> {
    const entries = Object.values(bundle).filter((file) => file.type === "chunk" && file.isEntry) as Rollup.OutputChunk[];
    const isMain = ({ facadeModuleId }: Rollup.OutputChunk) => /viewer\/index\.html$/.test(facadeModuleId ?? "");
    const namesOf = (chunks: readonly Rollup.OutputChunk[]) => chunks.map(({ fileName }) => fileName);
    const page = reach(bundle, namesOf(entries.filter(isMain)));
    const others = reach(bundle, namesOf(entries.filter((entry) => !isMain(entry))));
    const documents = Object.keys(bundle).filter((name) => /\.html$/.test(name) && name !== "index.html");
    return new Set([...documents, ...lessonFiles(bundle), ...[...others].filter((name) => !page.has(name))]);
}

/** Reads the folder whose files are copied unchanged. */
function readPublic(folder: string): [string, Buffer][] {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => statSync(join(folder, name)).isFile());
    return files.map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name))]);
}

export function offline(): Plugin {
    let publicFolder = "";
    return {
        name: "offline",
        apply: "build",
        enforce: "post",
        configResolved({ publicDir }) {
            publicFolder = publicDir;
        },
        generateBundle: {
            order: "post", // after Vite has put in which chunks are imported
            async handler(_, bundle) {
                const later = findLater(bundle);
                const made = Object.values(bundle).map((file) => [file.fileName, contentOf(file)] as const);
                const listed = [...made, ...readPublic(publicFolder)].map(([name, content]) => {
                    const address = name.replace(/(^|\/)index\.html$/, "$1"); // hosts send from the one to the other
                    return [address, `sha256-${hashOf(content)}`, later.has(name)] as const;
                });
                const list = (isLater: boolean) =>
                    listed.filter((file) => file[2] === isLater).map(([address, integrity]) => [address, integrity] as const).sort(byName);
                const lists = { filesAtOnce: list(false), filesLater: list(true) };
                const { code } = await transformWithEsbuild(readFileSync(source, "utf8"), source, {
                    format: "iife",
                    minify: true,
                    sourcemap: false,
                    define: {
                        versionOfBuild: JSON.stringify(hashOf(JSON.stringify(lists))),
                        filesAtOnce: JSON.stringify(lists.filesAtOnce),
                        filesLater: JSON.stringify(lists.filesLater),
                    },
                });
                this.emitFile({ type: "asset", fileName: workerName, source: code });
            },
        },
    };
}
