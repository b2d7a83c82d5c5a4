import { msg, t } from '@/lib/model/language/t';
import { changesByField } from '@/components/form/change.model';
import { formatDuration } from '@/components/ui/duration.model';
import {
  PRODUCER_RETRY_LIMITS,
  type ProducerRetry,
  type ProducerWait,
  producerWaits,
} from '@/lib/model/delivery/producer-retry';
import { formatShare } from '@/lib/model/share';

/** The input of the form. Jitter in percent. */
export interface RetryDraft {
  readonly firstWaitMs: number | null;
  readonly maxWaitMs: number | null;
  readonly multiplier: string;
  readonly jitter: string;
  readonly maxAttempts: string;
}
export type RetryField = keyof RetryDraft;

export function draftOf(retry: ProducerRetry): RetryDraft {
  return {
    firstWaitMs: retry.firstWaitMs,
    maxWaitMs: retry.maxWaitMs,
    multiplier: String(retry.multiplier),
    jitter: String(Math.round(retry.jitter * 1000) / 10),
    maxAttempts: String(retry.maxAttempts),
  };
}

export interface ReadRetry {
  /** Null while a field cannot be read; the fields say why. */
  readonly settings: ProducerRetry | null;
  readonly problems: Readonly<Partial<Record<RetryField, string>>>;
}

/** The draft as a setting. The same limits as the server's, said while typing; the server has the last word. */
export function readDraft(draft: RetryDraft): ReadRetry {
  const problems: Partial<Record<RetryField, string>> = {};
  const jitterPercent = readNumber(draft.jitter);
  const values = {
    firstWaitMs: draft.firstWaitMs,
    maxWaitMs: draft.maxWaitMs,
    multiplier: readNumber(draft.multiplier),
    jitter: jitterPercent === null ? null : jitterPercent / 100,
    maxAttempts: /^\d{1,3}$/.test(draft.maxAttempts.trim()) ? Number(draft.maxAttempts) : null,
  };
  for (const field of Object.keys(values) as RetryField[]) {
    const [least, most] = PRODUCER_RETRY_LIMITS[field];
    const value = values[field];
    if (value === null || value < least || value > most)
      problems[field] = t('From {least} to {most}.', { least: shown(field, least), most: shown(field, most) });
  }
  const { firstWaitMs, maxWaitMs, multiplier, jitter, maxAttempts } = values;
  if (firstWaitMs !== null && maxWaitMs !== null && maxWaitMs < firstWaitMs)
    problems.maxWaitMs = t('Must not be shorter than the first retry interval, {interval}.', {
      interval: formatDuration(firstWaitMs),
    });
  if (
    firstWaitMs === null ||
    maxWaitMs === null ||
    multiplier === null ||
    jitter === null ||
    maxAttempts === null ||
    Object.keys(problems).length > 0
  )
    return { settings: null, problems };
  return { settings: { firstWaitMs, maxWaitMs, multiplier, jitter, maxAttempts }, problems };
}

function readNumber(text: string): number | null {
  return /^\d{1,3}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : null;
}

function shown(field: RetryField, value: number): string {
  switch (field) {
    case 'firstWaitMs':
    case 'maxWaitMs':
      return formatDuration(value);
    case 'jitter':
      return formatShare(value);
    case 'multiplier':
    case 'maxAttempts':
      return String(value);
  }
}

/** What differs between two versions, in words, and how an edit goes on top of a newer one. */
export const { changesBetween, rebase } = changesByField<ProducerRetry>({
  firstWaitMs: inWords('firstWaitMs', msg('First retry interval')),
  multiplier: inWords('multiplier', msg('Multiplier')),
  maxWaitMs: inWords('maxWaitMs', msg('Longest retry interval')),
  jitter: inWords('jitter', msg('Jitter')),
  maxAttempts: inWords('maxAttempts', msg('Send attempts')),
});

function inWords(field: RetryField, label: string) {
  return { label, words: (value: number) => shown(field, value) };
}

const LEAST_SHOWN = 4;
const MOST_SHOWN = 12;

export interface WaitRow extends ProducerWait {
  /** Beyond the tries that SDKs make unless the application says otherwise. */
  readonly beyond: boolean;
}

/** The waits of a send that is refused every time. */
export function waitRows(retry: ProducerRetry): WaitRow[] {
  const count = Math.min(MOST_SHOWN, Math.max(LEAST_SHOWN, retry.maxAttempts - 1));
  return producerWaits(retry, count).map((wait) => ({ ...wait, beyond: wait.attempt > retry.maxAttempts }));
}

/** To the millisecond: these are compared with each other. */
export function formatWait(ms: number): string {
  if (ms >= 60_000) return formatDuration(Math.round(ms));
  return t('{count} s', { count: (Math.round(ms) / 1000).toLocaleString('en', { maximumFractionDigits: 3 }) });
}
