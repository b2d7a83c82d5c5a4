import type { RowLabels } from '@/components/form/use-row-edit';
import { formatDuration } from '@/components/ui/duration.model';
import { checkRule } from '@/lib/model/alarm/check-rule';
import type { RuleFields } from '@/lib/model/alarm/defaults';
import { SIGNALS } from '@/lib/model/signal/signal';
import { problemsIn } from '@/lib/model/check-all';
import type { EngineKind } from '@/lib/model/workspace';
import type { AlarmRuleView } from '@/lib/console/operations/alarms/views';
import { enumerated } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';

/** What is typed: numbers as text, durations as milliseconds or null while they cannot be read. */
export interface RuleDraft extends Omit<RuleFields, 'threshold' | 'clearBelow' | 'channelIds' | DurationField> {
  readonly threshold: string;
  readonly clearBelow: string;
  readonly windowMs: number | null;
  readonly forMs: number | null;
  readonly clearForMs: number | null;
  readonly unknownForMs: number | null;
  readonly repeatMs: number | null;
  readonly channelIds: number[] | null;
}

export type DurationField = 'windowMs' | 'forMs' | 'clearForMs' | 'unknownForMs' | 'repeatMs';

const ms = (label: string) => ({
  label,
  words: (value: number | null): string => (value === null ? t('not valid') : formatDuration(value)),
});

/** What each field is called where two drafts are compared. */
export const RULE_LABELS: RowLabels<RuleDraft> = {
  watch: { label: msg('Watches'), words: (watch) => t(SIGNALS[watch].says) },
  subject: { label: msg('Applies to'), words: (subject) => subject ?? t('all') },
  threshold: msg('At least'),
  windowMs: ms(msg('Within')),
  forMs: ms(msg('For')),
  clearBelow: msg('Resolves below'),
  clearForMs: ms(msg('Resolves after')),
  severity: msg('Severity'),
  onUnknown: msg('When the value is unknown'),
  unknownForMs: ms(msg('Fires when unknown for')),
  repeatMs: ms(msg('Repeats every')),
  channelIds: {
    label: msg('Notifies'),
    words: (ids) => (ids === null ? t('every channel') : t('channels {ids}', { ids: enumerated(ids.map(String)) })),
  },
  enabled: { label: msg('State'), words: (enabled) => (enabled ? t('on') : t('off')) },
};

const NEW: RuleDraft = {
  watch: 'deaths',
  subject: null,
  threshold: '5',
  windowMs: 300_000,
  forMs: 0,
  clearBelow: '1',
  clearForMs: 900_000,
  severity: 'warning',
  onUnknown: 'hold',
  unknownForMs: 300_000,
  repeatMs: 1_800_000,
  channelIds: null,
  enabled: true,
};

export function draftOf(rule: AlarmRuleView | null): RuleDraft {
  if (rule === null) return NEW;
  const { watch, subject, windowMs, forMs, clearForMs, severity, onUnknown, unknownForMs, repeatMs, enabled } = rule;
  return {
    ...{ watch, subject, windowMs, forMs, clearForMs, severity, onUnknown, unknownForMs, repeatMs, enabled },
    threshold: String(rule.threshold),
    clearBelow: String(rule.clearBelow),
    channelIds: rule.channelIds === null ? null : [...rule.channelIds],
  };
}

/** Null while something in it cannot be read. */
export function fieldsOf(draft: RuleDraft): (RuleFields & { channelIds: number[] | null }) | null {
  const { windowMs, forMs, clearForMs, unknownForMs, repeatMs } = draft;
  const threshold = numberOf(draft.threshold);
  const clearBelow = numberOf(draft.clearBelow);
  if (threshold === null || clearBelow === null) return null;
  if (windowMs === null || forMs === null || clearForMs === null || unknownForMs === null || repeatMs === null)
    return null;
  return { ...draft, threshold, clearBelow, windowMs, forMs, clearForMs, unknownForMs, repeatMs };
}

function numberOf(text: string): number | null {
  const value = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}

/** What the server would refuse, by field, in the words of the form. */
export function ruleProblems(draft: RuleDraft, engine: EngineKind): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const field of ['threshold', 'clearBelow'] as const)
    if (numberOf(draft[field]) === null) problems.set(field, t('Enter a number.'));
  for (const field of ['windowMs', 'forMs', 'clearForMs', 'unknownForMs', 'repeatMs'] as const)
    if (draft[field] === null) problems.set(field, t('Enter a time such as 90 s or 5 m.'));
  const fields = fieldsOf(draft);
  if (fields === null) return problems;
  for (const { field = '', limit } of problemsIn(() => checkRule(fields, engine)))
    problems.set(field, t('Must be {limit}.', { limit: limit ?? '' }));
  return problems;
}
