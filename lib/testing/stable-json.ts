/** Later than anything the clock of a test shows: the time of the machine. */
const REAL = Date.parse('2026-02-01T00:00:00Z');
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** UUIDs, digests and secrets, ids of access keys and test messages, secrets of authenticator apps. */
const BY_CHANCE =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|[A-Za-z0-9_-]{40,}|\bRD[A-Za-z0-9]{14}\b|\bTEST[0-9A-F]{28}\b|\b[A-Z2-7]{32}\b/g;
/** Depends on how long something took. */
const MEASURED = new Set(['tookMs', 'stepMs', 'callsPerSecond', 'mostCalls']);

/** JSON in which nothing differs from run to run: times of the machine, durations, ports, and what chance made. */
export function stable(value: unknown): string {
  const text = JSON.stringify(value, (key, part: unknown) => (MEASURED.has(key) ? 0 : stableNumber(part)), 1);
  return `${text
    .replaceAll(TIME, (time) => (Date.parse(time) > REAL ? '<now>' : time))
    .replaceAll(/127\.0\.0\.1:\d{4,5}/g, '<address>')
    .replaceAll(BY_CHANCE, '<by chance>')}\n`;
}

/** A time of the machine in milliseconds, or an id whose order chance decides. */
function stableNumber(part: unknown): unknown {
  return typeof part === 'number' && (part > REAL || (part >= 1e12 && part < 1e12 + 1000)) ? 0 : part;
}
