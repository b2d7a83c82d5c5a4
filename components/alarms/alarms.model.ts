import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { AlarmRuleView, AlarmsPage, AlarmView } from '@/lib/console/operations/alarms/views';
import { amountText, unitOf } from '@/lib/model/alarm/amount';
import { type AlarmRule, SEVERITIES, type Severity } from '@/lib/model/alarm/rule';
import { groupOfSubject } from '@/lib/model/alarm/subject';
import { ONLY_BROKER, type Signal, SIGNALS } from '@/lib/model/signal/signal';
import { asStale, valueOrNull } from '@/lib/model/reading';

/** Beside a number that is typed: its unit in the right form, and seconds as people say them. */
export function unitText(watch: Signal, typed: string): string {
  const { unit } = SIGNALS[watch];
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  if (!Number.isFinite(value)) return unit;
  if (unit === 'seconds') return value < 60 ? unitOf(watch, value) : `${unit} = ${formatDuration(value * 1000)}`;
  return unitOf(watch, value);
}

/** "≥ 5 messages in 5m for 20s". */
export function conditionText({ watch, threshold, windowMs, forMs }: AlarmRule): string {
  const parts = [`≥ ${amountText(watch, threshold)}`];
  const { window } = SIGNALS[watch];
  if (window !== null && windowMs > 0)
    parts.push(`${window === 'ahead' ? 'within' : 'in'} ${formatDuration(windowMs)}`);
  if (forMs > 0) parts.push(`for ${formatDuration(forMs)}`);
  return parts.join(' ');
}

export function whereText(
  { watch, subject }: Pick<AlarmRule, 'watch' | 'subject'>,
  workspace: string | null = null,
): string {
  const { subject: kind, perCause } = SIGNALS[watch];
  if (kind === 'broker' && (subject === ONLY_BROKER || (subject === null && workspace === null))) return 'this broker';
  if (subject === null) return `every ${kind}`;
  return perCause ? groupOfSubject(subject) : subject;
}

/** "at least 5 messages in 5m": what an alarm remembers of its rule. */
export function conditionWords({
  watch,
  threshold,
  windowMs,
}: Pick<AlarmRule, 'watch' | 'threshold' | 'windowMs'>): string {
  const { window } = SIGNALS[watch];
  const when =
    window === null || windowMs === 0 ? '' : ` ${window === 'ahead' ? 'within' : 'in'} ${formatDuration(windowMs)}`;
  return `at least ${amountText(watch, threshold)}${when}`;
}

/** Firing alarms by severity and acknowledgement, then the unknown values of the rules. */
export function summaryOf({ firing, rules }: Pick<AlarmsPage, 'firing' | 'rules'>): {
  readonly bold: string;
  readonly rest: string;
} {
  return { bold: firingWords(valueOrNull(firing)), rest: rulesWords(valueOrNull(rules)) };
}

/** "60 firing: 15 critical, 45 warning; 51 not acknowledged." */
function firingWords(firing: readonly AlarmView[] | null): string {
  if (firing === null) return 'Firing alarms are unknown.';
  if (firing.length === 0) return 'No alarm is firing.';
  const bySeverity = SEVERITIES.toReversed().flatMap((severity) => {
    const count = firing.filter((alarm) => alarm.severity === severity).length;
    return count === 0 ? [] : [`${formatCount(count)} ${severity}`];
  });
  const open = firing.filter(({ acknowledgedBy }) => acknowledgedBy === null).length;
  const taken = open === 0 ? 'all acknowledged' : `${formatCount(open)} not acknowledged`;
  return `${formatCount(firing.length)} firing: ${bySeverity.join(', ')}; ${taken}.`;
}

/** "22 rules, 1 of them off; 3 numbers unknown." */
function rulesWords(rules: readonly AlarmRuleView[] | null): string {
  if (rules === null) return 'The rules are unknown.';
  const unknown = rules.reduce((sum, rule) => sum + (rule.enabled ? rule.unknown : 0), 0);
  const off = rules.filter(({ enabled }) => !enabled).length;
  return `${plural(rules.length, 'rule')}${off > 0 ? `, ${off} of them off` : ''}${unknown > 0 ? `; ${plural(unknown, 'number')} unknown` : ''}.`;
}

/** The page could not be read again: what it has is from before, and says so. */
export function stalePage(page: AlarmsPage, reason: string): AlarmsPage {
  return {
    firing: asStale(page.firing, reason),
    resolved: asStale(page.resolved, reason),
    rules: asStale(page.rules, reason),
    channels: asStale(page.channels, reason),
    names: asStale(page.names, reason),
    evaluatedAt: asStale(page.evaluatedAt, reason),
  };
}

export type Taken = 'nobody' | 'somebody' | 'silenced' | 'unknown';

export const takenFilters: readonly { readonly value: Taken | ''; readonly label: string }[] = [
  { value: '', label: 'any' },
  { value: 'nobody', label: 'not acknowledged' },
  { value: 'somebody', label: 'acknowledged' },
  { value: 'silenced', label: 'silenced' },
  { value: 'unknown', label: 'number unknown' },
];

export const severityFilters: readonly { readonly value: Severity | ''; readonly label: string }[] = [
  { value: '', label: 'any' },
  { value: 'critical', label: 'critical' },
  { value: 'warning', label: 'warning' },
  { value: 'info', label: 'info' },
];

export interface FiringFilter {
  /** Searches in the watch, the subject and the name of who acknowledged it. */
  readonly q: string;
  readonly severity: string;
  readonly taken: string;
}

export function filterFiring(firing: readonly AlarmView[], { q, severity, taken }: FiringFilter): AlarmView[] {
  const words = q.toLowerCase().split(/\s+/);
  return firing.filter((alarm) => {
    if (severity !== '' && alarm.severity !== severity) return false;
    if (!isTaken(alarm, taken)) return false;
    const text = `${SIGNALS[alarm.watch].says} ${whereText(alarm)} ${alarm.acknowledgedBy ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function isTaken({ acknowledgedBy, silencedUntil, unknownSince }: AlarmView, taken: string): boolean {
  switch (taken) {
    case 'nobody':
      return acknowledgedBy === null;
    case 'somebody':
      return acknowledgedBy !== null;
    case 'silenced':
      return silencedUntil !== null;
    case 'unknown':
      return unknownSince !== null;
    default:
      return true;
  }
}

export const WHY: Readonly<Record<string, string>> = {
  cleared: 'by itself: the value is back to normal',
  redriven: 'by a re-drive: every message was consumed',
  'dealt-with': 'all its dead letters were consumed, discarded or accepted',
  expired: 'lost: dead letters expired before an operator dealt with them',
  'rule-changed': 'its rule was changed, switched off or removed',
  'fired-again': 'replaced by the next alarm: new dead letters came before the old ones were dealt with',
};

export type RuleFilter = 'all' | 'firing' | 'unknown' | 'never' | 'off';

export const ruleFilters: readonly { readonly value: RuleFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'firing', label: 'Firing' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'never', label: 'Never fired' },
  { value: 'off', label: 'Off' },
];

/** Never fired: enabled, and no alarm in the last 7 days. */
export function rulesIn(rules: readonly AlarmRuleView[], filter: RuleFilter): AlarmRuleView[] {
  return rules.filter(({ enabled, firing, unknown, fired }) => {
    switch (filter) {
      case 'all':
        return true;
      case 'firing':
        return enabled && firing > 0;
      case 'unknown':
        return enabled && unknown > 0;
      case 'never':
        return enabled && fired === 0 && firing === 0;
      case 'off':
        return !enabled;
    }
  });
}
