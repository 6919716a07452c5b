/** Puts the lessons, which have a build of their own, into the page's folder. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, Rollup } from "vite";

const built = fileURLToPath(new URL("../build/learn", import.meta.url));

function readBuilt(): string[] {
    const names = readdirSync(built, { recursive: true, encoding: "utf8" });
    return names.filter((name) => statSync(join(built, name)).isFile());
}

const added = new WeakMap<Rollup.OutputBundle, readonly string[]>();

/** Those that the page itself does not need. */
export const lessonFiles = (bundle: Rollup.OutputBundle): readonly string[] => added.get(bundle) ?? [];

/** Names have the content's hash in them: what is there already, such as the core, is the same file. */
export function lessons(): Plugin {
    return {
        name: "lessons",
        apply: "build",
        generateBundle(_, bundle) {
            const names = readBuilt().map((name) => name.replaceAll("\\", "/"));
            const others = names.filter((name) => !(name in bundle));
            for (const fileName of others)
                this.emitFile({ type: "asset", fileName, source: readFileSync(join(built, fileName)) });
            added.set(bundle, others);
        },
    };
}
