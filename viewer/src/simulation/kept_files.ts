/** Files of people's own, kept in the browser: a car that was dropped on the page is there again when it is loaded again. */
import { keep, readKept } from "../database";

export interface OwnFile {
    readonly name: string;
    readonly text: string;
}

/** The vehicle, and a tyre that was put on it. */
export interface OwnFiles {
    readonly own: OwnFile | null;
    readonly tyre: OwnFile | null;
}

export const noFiles: OwnFiles = { own: null, tyre: null };

const key = "own";

export const keepFiles = ({ own, tyre }: OwnFiles) => keep("files", key, { own, tyre });

export const readKeptFiles = async () => ((await readKept("files", key)) as OwnFiles | undefined) ?? noFiles;
