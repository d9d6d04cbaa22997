// For files that share one world, so that its modules are read once and not by each of them: whatever a file left changed
// (clock, settings, what it stubbed) is as it was before the next one begins.
import { afterAll, vi } from "vitest";

const settings = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
  Object.assign(process.env, settings);
});
