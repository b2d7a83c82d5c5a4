import type { RowLabels } from '@/components/form/use-row-edit';
import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { LimitWhatIf } from '@/lib/console/operations/limits/views';
import type { LimitView } from '@/lib/console/operations/limits/views';
import { isRate, LIMIT_BOUNDS } from '@/lib/model/throttle/limit';
import { LIMIT_KINDS, type LimitKind, type LimitScope } from '@/lib/model/throttle/limit-kind';
import { formatAmount } from './throttling.model';
import { formatShare } from '@/lib/model/share';

/** A limit as it is typed. */
export interface LimitDraft {
  readonly kind: LimitKind;
  readonly scope: LimitScope;
  readonly subject: string;
  readonly hard: string;
  readonly softPercent: string;
  readonly burstSeconds: string;
  readonly enabled: boolean;
  readonly reason: string;
}

/** What each field is called where two drafts are compared. */
export const LIMIT_LABELS: RowLabels<LimitDraft> = {
  // A limit keeps what it is about, and a reason is of one save.
  ...{ kind: null, scope: null, subject: null, reason: null },
  ...{ hard: 'Limit', softPercent: 'Warns from (%)', burstSeconds: 'Burst (s)', enabled: 'Enabled' },
};

export function draftOf(limit: LimitView | null, topic: string | null): LimitDraft {
  if (limit === null) {
    const scope = topic === null ? 'broker' : 'topic';
    return {
      kind: 'send-rate',
      scope,
      subject: topic ?? '',
      hard: '',
      softPercent: '80',
      burstSeconds: '1',
      enabled: true,
      reason: '',
    };
  }
  const { kind, scope, subject, hard, softShare, burstMs, enabled } = limit;
  return {
    kind,
    scope,
    subject,
    hard: String(hard),
    softPercent: String(Math.round(softShare * 1000) / 10),
    burstSeconds: String(burstMs / 1000),
    enabled,
    reason: '',
  };
}

/** Another kind: its first scope when it does not have this one. */
export function withKind(draft: LimitDraft, kind: LimitKind): LimitDraft {
  const scopes: readonly LimitScope[] = LIMIT_KINDS[kind].scopes;
  return scopes.includes(draft.scope) ? { ...draft, kind } : withScope({ ...draft, kind }, scopes[0] ?? 'broker');
}

export function withScope(draft: LimitDraft, scope: LimitScope): LimitDraft {
  return { ...draft, scope, subject: scope === draft.scope ? draft.subject : '' };
}

/** "1,500", "2 MB", "1.5e6": a number, or bytes with a decimal unit where bytes are meant. Null: neither. */
export function readAmount(text: string, kind: LimitKind): number | null {
  const match = /^(\d+(?:\.\d+)?(?:e\d{1,2})?)\s*([kmgt]?b)?$/i.exec(text.trim().replaceAll(',', ''));
  if (match === null) return null;
  const unit = (match[2] ?? '').toLowerCase();
  if (unit !== '' && !LIMIT_KINDS[kind].unit.startsWith('bytes')) return null;
  const factor = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 }[unit] ?? 1;
  return Number(match[1]) * factor;
}

export interface ReadDraft {
  readonly hard: number;
  readonly softShare: number;
  readonly burstMs: number | undefined;
}

/** The limit that a new one would be, when there is one. */
export function existingOf(limits: readonly LimitView[], draft: LimitDraft): LimitView | undefined {
  const subject = draft.scope === 'broker' ? '' : draft.subject.trim();
  return limits.find((one) => one.kind === draft.kind && one.scope === draft.scope && one.subject === subject);
}

type NumberField = 'hard' | 'softPercent' | 'burstSeconds';

/** What is wrong with a number that is typed, naming field, limit and value; what is empty is not wrong yet. */
export function problemOf(draft: LimitDraft, field: NumberField): string | null {
  const text = draft[field].trim();
  if (text === '' || (field === 'burstSeconds' && !isRate(draft.kind))) return null;
  const { unit } = LIMIT_KINDS[draft.kind];
  if (field === 'hard') {
    const hard = readAmount(text, draft.kind);
    if (hard === null) return `Limit must be a number of ${unit}; it is “${text}”.`;
    return hard > 0 && hard <= LIMIT_BOUNDS.hard
      ? null
      : `Limit must be more than 0 and at most ${LIMIT_BOUNDS.hard} ${unit}; it is ${text}.`;
  }
  const value = readAmount(text, 'send-rate');
  const [name, [least, most], of] =
    field === 'softPercent'
      ? (['Warns from', LIMIT_BOUNDS.softShare.map((share) => share * 100), '%'] as const)
      : (['Burst', LIMIT_BOUNDS.burstMs.map((ms) => ms / 1000), 's'] as const);
  return value !== null && value >= (least ?? 0) && value <= (most ?? 0)
    ? null
    : `${name} must be ${least} to ${most} ${of}; it is “${text}”.`;
}

export interface ReadDraft {
  readonly hard: number;
  readonly softShare: number;
  readonly burstMs: number | undefined;
}

/** What of the draft can be sent; null: something is missing or cannot be read. */
export function readDraft(draft: LimitDraft): ReadDraft | null {
  if (NUMBERS.some((field) => problemOf(draft, field) !== null)) return null;
  const hard = readAmount(draft.hard, draft.kind);
  const soft = readAmount(draft.softPercent, 'send-rate');
  const burst = isRate(draft.kind) ? readAmount(draft.burstSeconds, 'send-rate') : 0;
  if (hard === null || soft === null || burst === null) return null;
  return { hard, softShare: soft / 100, burstMs: isRate(draft.kind) ? Math.round(burst * 1000) : undefined };
}

const NUMBERS: readonly NumberField[] = ['hard', 'softPercent', 'burstSeconds'];

/** Why the draft cannot be saved; null: it can. @param limit as it is; null: a new one */
export function blockerOf(draft: LimitDraft, limit: LimitView | null): string | null {
  if (draft.scope !== 'broker' && draft.subject.trim() === '') return `Enter ${SUBJECT_WORDS[draft.scope]}`;
  if (draft.hard.trim() === '') return 'Enter a limit';
  if (draft.softPercent.trim() === '') return 'Enter where it warns from';
  if (isRate(draft.kind) && draft.burstSeconds.trim() === '') return 'Enter a burst';
  const problem = NUMBERS.map((field) => problemOf(draft, field)).find((each) => each !== null);
  if (problem !== undefined) return problem;
  if (limit !== null && isSame(draft, draftOf(limit, null))) return 'No changes yet';
  return draft.reason.trim() === '' ? 'Enter a reason' : null;
}

const SUBJECT_WORDS = { topic: 'a topic', group: 'a consumer group', 'access-key': 'an access key' } as const;

function isSame(a: LimitDraft, b: LimitDraft): boolean {
  const [readA, readB] = [readDraft(a), readDraft(b)];
  return a.enabled === b.enabled && JSON.stringify(readA) === JSON.stringify(readB);
}

/** "Would have refused at least 3 % of the last hour: 1,240 of 41,000 messages, in 12 of 360 steps." */
export function whatIfWords({ result }: LimitWhatIf, kind: LimitKind): string {
  if (result === null) return 'What it would have refused is unknown.';
  const { offered, wouldRefuse, refusingSteps, steps } = result;
  if (steps === 0) return 'Nothing was recorded in the last hour.';
  if (wouldRefuse === 0 && refusingSteps === 0)
    return `Would have refused nothing of the last hour (${plural(steps, 'step')} of 10 s with traffic).`;
  const inBytes = LIMIT_KINDS[kind].unit === 'bytes/s';
  const amount = (value: number): string => (inBytes ? formatAmount(value, 'bytes') : formatCount(Math.ceil(value)));
  const time = formatDuration(refusingSteps * 10_000, 2);
  const least = isRate(kind) ? 'at least ' : '';
  return (
    `Would have refused ${least}${formatShare(offered === 0 ? 0 : wouldRefuse / offered)} of the ` +
    `last hour: ${amount(wouldRefuse)} of ${amount(offered)}${inBytes ? '' : ' messages'}, within ` +
    `${time}.`
  );
}
