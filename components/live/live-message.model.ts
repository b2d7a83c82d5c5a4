import { liveChangeKinds, type LiveChange } from '@/lib/model/live-change';

/** Stream payloads are parsed, not trusted: a malformed one is no change at all, and the slow poll still runs. */
export function parseChanges(data: unknown): LiveChange[] {
  const parsed = parseJson(data);
  return Array.isArray(parsed) ? parsed.filter(isChange) : [];
}

export function parseNow(data: unknown): string | null {
  const parsed = parseJson(data);
  if (typeof parsed !== 'object' || parsed === null || !('now' in parsed)) return null;
  return typeof parsed.now === 'string' ? parsed.now : null;
}

function parseJson(data: unknown): unknown {
  if (typeof data !== 'string') return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

function isChange(value: unknown): value is LiveChange {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  return liveChangeKinds.some((kind) => kind === value.kind);
}
