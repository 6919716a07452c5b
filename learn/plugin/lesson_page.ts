/** Makes whole pages of the lessons' texts: the frame around them, and their equations, drawn while it is built. */
import { readFileSync } from "node:fs";
import katex from "katex";
import type { Plugin } from "vite";
import { type LessonEntry, lessons } from "../list";

const frame = readFileSync(new URL("./frame.html", import.meta.url), "utf8");

const plain = (tex: string) => tex.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** `\( … \)` in a sentence, `\[ … \]` on a line of its own. Mistakes in them stop the build. */
export function drawEquations(html: string): string {
    const draw = (tex: string, displayMode: boolean) =>
        katex.renderToString(plain(tex), { displayMode, throwOnError: true, strict: "error", output: "htmlAndMathml" });
    return html
        .replace(/\\\[([\s\S]+?)\\\]/g, (_, tex: string) => draw(tex, true))
        .replace(/\\\(([\s\S]+?)\\\)/g, (_, tex: string) => draw(tex, false));
}

const link = (entry: LessonEntry | undefined, rel: string, text: string) =>
    entry ? `<a rel="${rel}" href="../${entry.id}/index.html">${text}: ${entry.title}</a>` : "<span></span>";

/** The text between `<task>` and `</task>`, and what is left. */
function splitTask(html: string): { task: string; text: string } {
    const match = /<task>([\s\S]+?)<\/task>/.exec(html);
    if (!match) throw new Error("a lesson has a <task>");
    return { task: match[1]!.trim(), text: html.replace(match[0], "") };
}

export function wholePage(id: string, html: string): string {
    const at = lessons.findIndex((entry) => entry.id === id);
    const entry = lessons[at];
    if (!entry) throw new Error(`${id} is not in list.ts`);
    const { task, text } = splitTask(html);
    const parts: Readonly<Record<string, string>> = {
        title: entry.title,
        sentence: entry.sentence,
        number: `${at + 1}`,
        count: `${lessons.length}`,
        text,
        task,
        previous: link(lessons[at - 1], "prev", "Before this"),
        next: link(lessons[at + 1], "next", "Next"),
    };
    return drawEquations(frame.replace(/\{(\w+)\}/g, (all, name: string) => parts[name] ?? all));
}

const card = ({ id, title, sentence }: LessonEntry) =>
    `<li data-lesson="${id}"><a href="${id}/index.html"><img src="pictures/${id}.svg" alt="" width="160" height="100" />` +
    `<span><b>${title}</b> <span>${sentence}</span></span></a></li>`;

/** Lessons lie in folders of their own, the index beside them. */
export function lessonPages(): Plugin {
    return {
        name: "lesson-pages",
        transformIndexHtml: {
            order: "pre",
            handler(html, { path }) {
                const id = /learn\/([\w-]+)\/index\.html$/.exec(path)?.[1];
                return id ? wholePage(id, html) : html.replace("{cards}", lessons.map(card).join("\n"));
            },
        },
    };
}

/** All browsers of these years read woff2: the older forms of KaTeX's fonts stay away. */
export function woff2Only(): Plugin {
    return {
        name: "woff2-only",
        enforce: "pre",
        transform(code, id) {
            if (!/katex\.min\.css/.test(id)) return;
            return code.replace(/,url\([^)]*\.(woff|ttf)\) format\("[^"]*"\)/g, "");
        },
    };
}
