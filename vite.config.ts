import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds the backend it started; unset in builds and tests. */
const devBackend = process.env.DEV_BACKEND_URL;
const proxied = [
  "/api",
  "/http",
  "/version",
  "/instance_name",
  "/instance_version",
  "/health",
  "/metrics",
  "/_dashboard",
  "/.well-known",
];

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: {
    host: "127.0.0.1",
    port: Number(process.env.PORT ?? 3210),
    strictPort: true,
    proxy:
      devBackend === undefined
        ? {}
        : Object.fromEntries(proxied.map((path) => [path, { target: devBackend, ws: path === "/api" }])),
  },
  build: { target: "es2022", sourcemap: false, outDir: "dist" },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "domain",
          environment: "node",
          setupFiles: ["tests/support/seeds.ts"],
          include: ["tests/domain/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "convex",
          environment: "edge-runtime",
          include: ["tests/convex/**/*.test.ts", "tests/conformance/onConvexTest.test.ts"],
          server: { deps: { inline: ["convex-test"] } },
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "embedded",
          environment: "node",
          include: [
            "tests/embedded/**/*.test.ts",
            "tests/conformance/onEmbedded.test.ts",
            "tests/conformance/{differential,clients}/**/*.test.ts",
          ],
          setupFiles: ["tests/support/seeds.ts"],
          server: { deps: { inline: ["convex-test"] } },
          // Generous: property tests on two busy cores. What waits, waits on a condition.
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: "src", environment: "happy-dom", include: ["tests/src/**/*.test.{ts,tsx}"], testTimeout: 20_000 },
      },
      {
        extends: true,
        test: { name: "house", environment: "node", include: ["tests/house/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: "flows",
          environment: "node",
          include: ["tests/flows/**/*.test.ts"],
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
