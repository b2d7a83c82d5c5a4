/** Durations as operators read and type them: "4 h 45 m 40 s", "10s 30s 1m". Pure. */

export {
  formatDuration as writeDuration,
  formatDurationList,
  sayDuration as formatDuration,
} from '@/lib/model/duration';

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** "1h 30m", "90 s", "500ms"; a bare number is seconds. Null when it is not a duration. */
export function parseDuration(text: string): number | null {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return null;
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Math.round(Number(trimmed) * 1_000);
  const pattern = /(\d+(?:\.\d+)?)\s*(ms|min|[smhd])\s*/gy;
  let total = 0;
  let end = 0;
  for (let match = pattern.exec(trimmed); match !== null; match = pattern.exec(trimmed)) {
    total += Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0);
    end = pattern.lastIndex;
  }
  return end === trimmed.length ? Math.round(total) : null;
}

/** A list of single-unit steps, "10s 30s 1m"; null when one of them is not a duration. */
export function parseDurationList(text: string): number[] | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const steps = words.map(parseDuration);
  return steps.every((step) => step !== null) ? steps : null;
}
