import type { RowLabels } from '@/components/form/use-row-edit';
import { formatDuration } from '@/components/ui/duration.model';
import { formatCount } from '@/components/ui/number.model';
import type { LimitWhatIf } from '@/lib/console/operations/limits/views';
import type { LimitView } from '@/lib/console/operations/limits/views';
import { isRate, LIMIT_BOUNDS } from '@/lib/model/throttle/limit';
import { LIMIT_KINDS, type LimitKind, type LimitScope } from '@/lib/model/throttle/limit-kind';
import { formatAmount, unitWords } from './throttling.model';
import { formatShare } from '@/lib/model/share';
import { msg, t } from '@/lib/model/language/t';

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
export function limitLabels(): RowLabels<LimitDraft> {
  return {
    // A limit keeps what it is about, and a reason is of one save.
    ...{ kind: null, scope: null, subject: null, reason: null },
    ...{ hard: t('Limit'), softPercent: t('Warning from (%)'), burstSeconds: t('Burst (s)'), enabled: t('Enabled') },
  };
}

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
    if (hard === null) return t('Limit must be a number of {unit} (got “{text}”).', { unit: unitWords(unit), text });
    return hard > 0 && hard <= LIMIT_BOUNDS.hard
      ? null
      : t('Limit must be more than 0 and at most {most} {unit} (got {text}).', {
          ...{ most: String(LIMIT_BOUNDS.hard), unit: unitWords(unit), text },
        });
  }
  const value = readAmount(text, 'send-rate');
  const isSoft = field === 'softPercent';
  const [least = 0, most = 0] = isSoft
    ? LIMIT_BOUNDS.softShare.map((share) => share * 100)
    : LIMIT_BOUNDS.burstMs.map((ms) => ms / 1000);
  if (value !== null && value >= least && value <= most) return null;
  return isSoft
    ? t('Warning from must be between {least, number} % and {most, number} % (got “{text}”).', { least, most, text })
    : t('Burst must be between {least, number} s and {most, number} s (got “{text}”).', { least, most, text });
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
  if (draft.scope !== 'broker' && draft.subject.trim() === '') return t(SUBJECTS[draft.scope]);
  if (draft.hard.trim() === '') return t('Enter a limit');
  if (draft.softPercent.trim() === '') return t('Enter the share of the limit at which to warn');
  if (isRate(draft.kind) && draft.burstSeconds.trim() === '') return t('Enter a burst');
  const problem = NUMBERS.map((field) => problemOf(draft, field)).find((each) => each !== null);
  if (problem !== undefined) return problem;
  if (limit !== null && isSame(draft, draftOf(limit, null))) return t('No changes yet');
  return draft.reason.trim() === '' ? t('Enter a reason') : null;
}

const SUBJECTS = {
  topic: msg('Enter a topic'),
  group: msg('Enter a consumer group'),
  'access-key': msg('Enter an access key'),
} as const;

function isSame(a: LimitDraft, b: LimitDraft): boolean {
  const [readA, readB] = [readDraft(a), readDraft(b)];
  return a.enabled === b.enabled && JSON.stringify(readA) === JSON.stringify(readB);
}

/** "Would have refused at least 3 % of the last hour: 1,240 of 41,000 messages, in 12 of 360 steps." */
export function whatIfWords({ result }: LimitWhatIf, kind: LimitKind): string {
  if (result === null) return t('What it would have refused is unknown.');
  const { offered, wouldRefuse, refusingSteps, steps } = result;
  if (steps === 0) return t('Nothing was recorded in the last hour.');
  if (wouldRefuse === 0 && refusingSteps === 0)
    return t(
      `Would have refused nothing in the last hour ({steps, plural, one {# step} other {# steps}} of 10 s with
      traffic).`,
      { steps },
    );
  const isBytes = LIMIT_KINDS[kind].unit === 'bytes/s';
  const amount = (value: number): string => (isBytes ? formatAmount(value, 'bytes') : formatCount(Math.ceil(value)));
  const given = {
    share: formatShare(offered === 0 ? 0 : wouldRefuse / offered),
    refused: amount(wouldRefuse),
    all: amount(offered),
    time: formatDuration(refusingSteps * 10_000, 2),
  };
  if (!isRate(kind))
    return t('Would have refused {share} of the last hour: {refused} of {all} messages, within {time}.', given);
  return isBytes
    ? t('Would have refused at least {share} of the last hour: {refused} of {all}, within {time}.', given)
    : t('Would have refused at least {share} of the last hour: {refused} of {all} messages, within {time}.', given);
}
