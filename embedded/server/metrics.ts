/**
 * The text of `/metrics`: one line `name value` per counter, in the plain exposition format that
 * monitoring tools read.
 *
 * @param counters names in camelCase; anything that is not a finite number is left out
 */
export function metricsText(counters: Readonly<Record<string, number>>): string {
  return Object.entries(counters)
    .filter(([, value]) => Number.isFinite(value))
    .map(([name, value]) => `backend_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} ${value}\n`)
    .join("");
}

/** What the process itself holds at this moment. */
export function processGauges(): Record<string, number> {
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    uptimeSeconds: Math.floor(process.uptime()),
    residentBytes: rss,
    heapUsedBytes: heapUsed,
    externalBytes: external,
    activeResources: process.getActiveResourcesInfo().length,
  };
}
