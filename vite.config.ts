import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { iconModules } from "./scripts/iconModules.mjs";
import { radixStyles } from "./scripts/radixStyles.mjs";

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

/** React, the router, the backend's client, and the parts of Radix Themes that its root and buttons use. */
const ofEveryScreen =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|convex|@convex-dev|is-network-error|classnames|@floating-ui|@radix-ui\/(?:primitive|react-(?:slot|primitive|compose-refs|context|id|presence|portal|direction|dismissable-layer|popper|arrow|tooltip|visually-hidden|use-[a-z-]+)))\//;

/**
 * Which scripts a page may run: its own, and Clerk's where people sign in with Clerk (its publishable key holds the host).
 * Pictures and connections are left open: files and the backend may live at addresses that a build does not know.
 */
function contentPolicy(clerkKey = process.env.VITE_CLERK_PUBLISHABLE_KEY): Plugin {
  const clerk = clerkKey ? [`https://${atob(clerkKey.replace(/^pk_(?:live|test)_/, "")).replace(/\$$/, "")}`] : [];
  // Clerk asks whether somebody is a person with Cloudflare's page.
  const challenge = clerkKey ? ["https://challenges.cloudflare.com"] : [];
  const policy = {
    "script-src": ["'self'", ...clerk, ...challenge],
    "frame-src": ["'self'", "blob:", ...challenge],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
  };
  const content = Object.entries(policy).map(([directive, sources]) => `${directive} ${sources.join(" ")}`);
  return {
    name: "content-policy",
    // The development server's own scripts stand in the page.
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: content.join("; ") },
        injectTo: "head-prepend",
      },
    ],
  };
}

export default defineConfig({
  plugins: [iconModules(), react(), tailwindcss(), contentPolicy()],
  css: { postcss: { plugins: [radixStyles()] } },
  server: {
    host: "127.0.0.1",
    port: Number(process.env.PORT ?? 3210),
    strictPort: true,
    proxy:
      devBackend === undefined
        ? {}
        : Object.fromEntries(proxied.map((path) => [path, { target: devBackend, ws: path === "/api" }])),
  },
  build: {
    target: "es2022",
    sourcemap: false,
    outDir: "dist",
    rolldownOptions: {
      output: {
        // The first file names every other; a hash alone is what a name costs least with (2 kB of the first load).
        chunkFileNames: "assets/[hash:7].js",
        // What every screen needs is one file: it compresses better than the many the bundler would cut it into, and it
        // stays in the browser's cache from version to version.
        codeSplitting: { groups: [{ name: "base", test: ofEveryScreen }] },
      },
    },
  },
  // The customer's pages are built apart from the staff app, so that no file of theirs can come to hold any of it (019).
  environments: {
    payment: {
      consumer: "client",
      build: {
        emptyOutDir: false,
        // Older phones than those that staff work with.
        target: "es2020",
        copyPublicDir: false,
        rolldownOptions: { input: { return: "mp/return.html", callback: "mp/callback.html" } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment);
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "domain",
          environment: "node",
          // Pure functions share one world: a world of its own for each file costs a third of their time.
          isolate: false,
          setupFiles: ["tests/support/seeds.ts"],
          include: ["tests/domain/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "convex",
          environment: "edge-runtime",
          // Reading all functions anew for each file costs as much as the tests; the setup files keep them from each other.
          isolate: false,
          setupFiles: ["tests/support/lateTimers.ts", "tests/support/sharedWorld.ts"],
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
        test: {
          name: "simulators",
          environment: "node",
          include: ["tests/simulators/**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "src",
          environment: "happy-dom",
          include: ["tests/src/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/lateTimers.ts"],
          testTimeout: 20_000,
        },
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
          // A shared machine may hold a browser back for half a minute; the report names what needed its second try.
          retry: process.env.CI === undefined ? 0 : 1,
          include: ["tests/flows/**/*.test.ts"],
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
