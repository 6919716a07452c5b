import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
    test: {
        root: fileURLToPath(new URL(".", import.meta.url)),
        include: ["*.test.ts"],
        testTimeout: 90_000, // software drawing on two cores is slow
        hookTimeout: 90_000,
        fileParallelism: false,
    },
});
