import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { LimitWhatIf } from '@/lib/console/queries/limit-what-if';
import type { LimitView } from '@/lib/console/queries/limits';
import { isRate, LIMIT_KINDS, type LimitKind, type LimitScope } from '@/lib/model/throttle/limit';
import { formatAmount, formatShare } from './throttling.model';

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

export const KINDS = Object.keys(LIMIT_KINDS) as LimitKind[];

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

/** What of the draft can be sent; null: something cannot be read. */
export function readDraft(draft: LimitDraft): ReadDraft | null {
  const hard = readAmount(draft.hard, draft.kind);
  const soft = readAmount(draft.softPercent, 'send-rate');
  const burst = readAmount(draft.burstSeconds, 'send-rate');
  if (hard === null || hard <= 0 || soft === null || burst === null) return null;
  return { hard, softShare: soft / 100, burstMs: isRate(draft.kind) ? Math.round(burst * 1000) : undefined };
}

/** Why the draft cannot be saved; null: it can. */
export function blockerOf(draft: LimitDraft): string | null {
  if (draft.scope !== 'broker' && draft.subject.trim() === '') return `The ${draft.scope} is missing`;
  if (draft.hard.trim() === '') return 'The limit is missing';
  if (readDraft(draft) === null) return 'A number cannot be read';
  return draft.reason.trim() === '' ? 'The reason is missing' : null;
}

/** "Would have refused at least 3 % of the last hour: 1,240 of 41,000 messages, in 12 of 360 steps." */
export function whatIfWords({ result }: LimitWhatIf, kind: LimitKind): string {
  if (result === null) return 'What it would have refused is unknown.';
  const { offered, wouldRefuse, refusingSteps, steps } = result;
  if (steps === 0) return 'Nothing was recorded in the last hour.';
  if (wouldRefuse === 0 && refusingSteps === 0)
    return `Would have refused nothing of the last hour (${plural(steps, 'step')} of 10 s with traffic).`;
  const inBytes = kind === 'send-bytes';
  const amount = (value: number): string => (inBytes ? formatAmount(value, 'bytes') : formatCount(Math.ceil(value)));
  const time = formatDuration(refusingSteps * 10_000, 2);
  const least = isRate(kind) ? 'at least ' : '';
  return `Would have refused ${least}${formatShare(offered === 0 ? 0 : wouldRefuse / offered)} of the last hour: ${amount(wouldRefuse)} of ${amount(offered)}${inBytes ? '' : ' messages'}, within ${time}.`;
}
