import type { Plugin } from "vite";

/** Makes a module of each icon of `@radix-ui/react-icons`, in builds. */
export function iconModules(): Plugin;
