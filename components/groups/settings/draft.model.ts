import type { EngineKind } from '@/lib/model/workspace';
import { formatDuration, formatDurationList, parseDurationList } from '@/components/ui/duration.model';
import { defaultGroupSettings, type GroupSettings, pickGroupSettings } from '@/lib/model/group/group-settings';
import { LIMITS } from '@/lib/model/limits';
import {
  DEFAULT_ORDERED_INTERVAL_MS,
  defaultRetryPolicy,
  type DeliveryOrder,
  type RetryPolicy,
} from '@/lib/model/delivery/retry-policy';
import { t } from '@/lib/model/language/t';

/** The input of the form. Fields of the policies that are not chosen keep their input. */
export interface GroupDraft extends Omit<GroupSettings, 'maxRetries' | 'retryPolicy' | 'consumptionTimeoutMs'> {
  readonly maxRetries: string;
  readonly policyType: RetryPolicy['type'];
  readonly initialMs: number | null;
  readonly maxMs: number | null;
  readonly multiplier: string;
  readonly intervals: string;
  readonly intervalMs: number | null;
  readonly timeoutMs: number | null;
}

export const defaultSettings = defaultGroupSettings('concurrent');

export function draftOf(settings: GroupSettings): GroupDraft {
  const { maxRetries, retryPolicy, consumptionTimeoutMs, ...others } = settings;
  const curve = retryPolicy.type === 'exponential' ? retryPolicy : { initialMs: 5000, maxMs: 7_200_000, multiplier: 2 };
  return {
    ...others,
    maxRetries: String(maxRetries),
    policyType: retryPolicy.type,
    initialMs: curve.initialMs,
    maxMs: curve.maxMs,
    multiplier: String(curve.multiplier),
    intervals: retryPolicy.type === 'customized' ? formatDurationList(retryPolicy.intervalsMs) : '10s 1m 10m',
    intervalMs: retryPolicy.type === 'fixed' ? retryPolicy.intervalMs : DEFAULT_ORDERED_INTERVAL_MS,
    timeoutMs: consumptionTimeoutMs,
  };
}

/** Of a new group, as a link asks for it. */
export function draftFor(order: string | undefined, model: string | undefined): GroupDraft {
  const draft = draftOf(defaultSettings);
  const messageModel = model === 'broadcasting' ? 'broadcasting' : draft.messageModel;
  return { ...withOrder(draft, order === 'ordered' ? 'ordered' : 'concurrent', 'embedded'), messageModel };
}

/** An ordered group waits a fixed time. A proxy of a cluster hands its clients whatever list is stored. */
export function waitsFixed({ deliveryOrder }: GroupDraft, engine: EngineKind): boolean {
  return deliveryOrder === 'ordered' && engine === 'embedded';
}

/** The back-off follows the order; going back takes the default steps unless something else was chosen before. */
export function withOrder(draft: GroupDraft, deliveryOrder: DeliveryOrder, engine: EngineKind): GroupDraft {
  if (deliveryOrder === draft.deliveryOrder || engine === 'cluster') return { ...draft, deliveryOrder };
  return { ...draft, deliveryOrder, policyType: defaultRetryPolicy(deliveryOrder).type };
}

export type DraftField =
  | 'maxRetries'
  | 'policyType'
  | 'initialMs'
  | 'maxMs'
  | 'multiplier'
  | 'intervals'
  | 'intervalMs'
  | 'timeoutMs';

export interface ReadDraft {
  /** Null while a field cannot be read; the fields say why. */
  readonly settings: GroupSettings | null;
  readonly problems: Readonly<Partial<Record<DraftField, string>>>;
}

/**
 * The draft as settings. The same limits as the server's, said while typing; the server has the last word.
 * @param needsFixed an ordered group retries at a fixed interval: not in a cluster, which stores any policy
 */
export function readDraft(draft: GroupDraft, needsFixed = true): ReadDraft {
  const problems: Partial<Record<DraftField, string>> = {};
  const maxRetries = readWhole(draft.maxRetries, 0, LIMITS.maxRetries);
  if (maxRetries === null) problems.maxRetries = retriesProblem(draft.maxRetries);
  const retryPolicy = readPolicy(draft, problems);
  if (needsFixed && draft.deliveryOrder === 'ordered' && draft.policyType !== 'fixed')
    problems.policyType = t('Choose Fixed: an ordered group retries at a fixed interval.');
  if (!isBetween(draft.timeoutMs, LIMITS.consumptionTimeoutMinMs, LIMITS.consumptionTimeoutMaxMs)) {
    problems.timeoutMs = t('Enter a time between {least} and {most}.', {
      least: formatDuration(LIMITS.consumptionTimeoutMinMs),
      most: formatDuration(LIMITS.consumptionTimeoutMaxMs),
    });
  }
  if (maxRetries === null || retryPolicy === null || draft.timeoutMs === null || Object.keys(problems).length > 0)
    return { settings: null, problems };
  const settings = { ...draft, maxRetries, retryPolicy, consumptionTimeoutMs: draft.timeoutMs };
  return { settings: pickGroupSettings(settings), problems };
}

function readPolicy(draft: GroupDraft, problems: Partial<Record<DraftField, string>>): RetryPolicy | null {
  switch (draft.policyType) {
    case 'stepped':
      return { type: 'stepped' };
    case 'fixed':
      if (!isWait(draft.intervalMs)) problems.intervalMs = waitProblem();
      return draft.intervalMs === null ? null : { type: 'fixed', intervalMs: draft.intervalMs };
    case 'customized': {
      const intervalsMs = parseDurationList(draft.intervals);
      if (intervalsMs === null || intervalsMs.length === 0)
        problems.intervals = t('Enter intervals with their unit, for example 10s 30s 1m.');
      else if (intervalsMs.length > LIMITS.customIntervals)
        problems.intervals = t('At most {most, number} intervals (got {count, number}).', {
          most: LIMITS.customIntervals,
          count: intervalsMs.length,
        });
      else if (!intervalsMs.every(isWait))
        problems.intervals = t('Each interval must be between {least} and {most}.', waitLimits());
      return intervalsMs === null ? null : { type: 'customized', intervalsMs };
    }
    case 'exponential':
      return readCurve(draft, problems);
  }
}

const MAX_MULTIPLIER = 100;

function readCurve(
  { initialMs, maxMs, multiplier: text }: GroupDraft,
  problems: Partial<Record<DraftField, string>>,
): RetryPolicy | null {
  const multiplier = /^\d{1,3}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : null;
  if (!isWait(initialMs)) problems.initialMs = waitProblem();
  if (!isWait(maxMs)) problems.maxMs = waitProblem();
  else if (initialMs !== null && maxMs !== null && maxMs < initialMs)
    problems.maxMs = t('Must be at least the first interval, {time}.', { time: formatDuration(initialMs) });
  if (multiplier === null || multiplier < 1 || multiplier > MAX_MULTIPLIER)
    problems.multiplier = t('Must be a number between 1 and {most, number}.', { most: MAX_MULTIPLIER });
  if (initialMs === null || maxMs === null || multiplier === null) return null;
  return { type: 'exponential', initialMs, maxMs, multiplier };
}

function retriesProblem(text: string): string {
  if (text.trim().startsWith('-'))
    return t('Must be at least 0. With 0 retries a message moves to the DLQ when its first delivery fails.');
  return t('Must be a whole number between 0 and {most, number}.', { most: LIMITS.maxRetries });
}

function waitProblem(): string {
  return t('Must be between {least} and {most}.', waitLimits());
}

function waitLimits() {
  return { least: formatDuration(LIMITS.retryIntervalMinMs), most: formatDuration(LIMITS.retryIntervalMaxMs) };
}

function isWait(ms: number | null): boolean {
  return isBetween(ms, LIMITS.retryIntervalMinMs, LIMITS.retryIntervalMaxMs);
}

function isBetween(value: number | null, min: number, max: number): boolean {
  return value !== null && value >= min && value <= max;
}

function readWhole(text: string, min: number, max: number): number | null {
  const trimmed = text.trim();
  const value = /^\d{1,7}$/.test(trimmed) ? Number(trimmed) : null;
  return isBetween(value, min, max) ? value : null;
}
