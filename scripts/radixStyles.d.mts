import type { Plugin } from "postcss";

export function radixStyles(): Plugin;
