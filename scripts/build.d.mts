import type * as Embedded from "../embedded/main";

/** The embedded backend's module, built when its sources changed. */
export function loadEmbedded(): Promise<typeof Embedded>;
/** Builds the app when its sources changed; returns the folder. */
export function buildApp(): Promise<string>;
