import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { EvenShards } from "./sequencer";

export default defineConfig({
    test: {
        root: fileURLToPath(new URL(".", import.meta.url)),
        include: ["*.test.ts"],
        globalSetup: "setup.ts",
        // Only what hangs takes so long: tests have the page's time, and wait for what the browser tells.
        testTimeout: 600_000,
        hookTimeout: 600_000,
        // One process for all files: they share the browser's connection, and what they import is read once.
        pool: "forks",
        poolOptions: { forks: { singleFork: true } },
        isolate: false,
        fileParallelism: false,
        sequence: { sequencer: EvenShards }, // for --shard=1/2
    },
});
