// A library's timer (sonner takes a toast away 200 ms after it was dismissed) must not fire when a file's document is gone,
// and what a file of functions left scheduled must not run in the next one.
import { afterAll } from "vitest";

const started: ReturnType<typeof setTimeout>[] = [];
const startTimer = globalThis.setTimeout;

globalThis.setTimeout = Object.assign((...args: Parameters<typeof startTimer>) => {
  const timer = startTimer(...args);
  started.push(timer);
  return timer;
}, startTimer);

afterAll(() => {
  for (const timer of started) clearTimeout(timer);
  globalThis.setTimeout = startTimer;
});
