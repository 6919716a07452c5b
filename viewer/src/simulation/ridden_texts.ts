/** The files of two-wheelers, which are fetched together when one is first asked for. */
export const riddenTexts = import.meta.glob<string>("../../../data/two-wheelers/*.json", { query: "?raw", import: "default", eager: true });
