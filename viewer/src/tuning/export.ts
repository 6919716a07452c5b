/** The vehicle with its changes, as a file. */
import type { Simulation } from "../simulation";

export function fileName({ setup, choices }: Pick<Simulation, "setup" | "choices">): string {
    const own = choices.find(({ id }) => id === "own")?.name.replace(/\.json$/i, "");
    const name = setup.car === "own" ? (own ?? "own") : setup.car;
    return `${name.replace(/[^\w.-]+/g, "-")}-tuned.json`;
}

export function download(name: string, text: string, type = "application/json"): void {
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000); // some browsers read it a little later
}
