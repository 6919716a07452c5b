import { defineConfig } from "vitest/config";

// The page in a browser has a configuration of its own: viewer/e2e.
export default defineConfig({
    assetsInclude: ["**/*.wasm"], // tests of the page import the package's
    test: {
        include: ["wasm/test/**/*.test.ts", "viewer/src/**/*.test.ts", "learn/**/*.test.ts", "examples/*/*.test.ts"],
        testTimeout: 30_000, // machines may be busy
    },
});
