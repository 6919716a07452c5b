/** The files of arcade presets, which are fetched together when one is first asked for. */
export const arcadeTexts = import.meta.glob<string>("../../../data/arcade/*.json", { query: "?raw", import: "default", eager: true });
