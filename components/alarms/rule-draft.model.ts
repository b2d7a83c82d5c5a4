import type { RuleFields } from '@/lib/model/alarm/defaults';
import type { AlarmRuleView } from '@/lib/console/reads/alarms';

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
