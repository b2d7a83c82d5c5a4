import { formatDuration } from '@/components/ui/duration.model';
import type { AlarmRuleView, AlarmsPage, AlarmView } from '@/lib/console/operations/alarms/views';
import { amountText, unitOf } from '@/lib/model/alarm/amount';
import { type AlarmRule, SEVERITIES, type Severity } from '@/lib/model/alarm/rule';
import { groupOfSubject } from '@/lib/model/alarm/subject';
import { type AlarmSubjectKind, ONLY_BROKER, type Signal, SIGNALS } from '@/lib/model/signal/signal';
import { asStale, valueOrNull } from '@/lib/model/reading';
import { enumerated } from '@/lib/model/language/list';
import { hasWords } from '@/lib/model/language/search';
import { msg, t } from '@/lib/model/language/t';

/** Beside a number that is typed: its unit in the right form, and seconds as people say them. */
export function unitText(watch: Signal, typed: string): string {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  if (!Number.isFinite(value)) return unitOf(watch, 0);
  if (SIGNALS[watch].unit === 'seconds' && value >= 60)
    return t('seconds = {duration}', { duration: formatDuration(value * 1000) });
  return unitOf(watch, value);
}

/** "≥ 5 messages in 5m for 20s". */
export function conditionText({ watch, threshold, windowMs, forMs }: AlarmRule): string {
  const given = { amount: amountText(watch, threshold), duration: formatDuration(windowMs) };
  const amount = {
    none: () => t('≥ {amount}', given),
    ahead: () => t('≥ {amount} within {duration}', given),
    back: () => t('≥ {amount} in {duration}', given),
  }[windowOf(watch, windowMs)]();
  return forMs > 0 ? t('{condition} for {duration}', { condition: amount, duration: formatDuration(forMs) }) : amount;
}

function windowOf(watch: Signal, windowMs: number): 'none' | 'ahead' | 'back' {
  const { window } = SIGNALS[watch];
  if (window === null || windowMs === 0) return 'none';
  return window === 'ahead' ? 'ahead' : 'back';
}

const EVERY: Readonly<Record<AlarmSubjectKind, string>> = {
  group: msg('every group'),
  topic: msg('every topic'),
  broker: msg('every broker'),
  proxy: msg('every proxy'),
};

export function whereText(
  { watch, subject }: Pick<AlarmRule, 'watch' | 'subject'>,
  workspace: string | null = null,
): string {
  const { subject: kind, perCause } = SIGNALS[watch];
  if (kind === 'broker' && (subject === ONLY_BROKER || (subject === null && workspace === null)))
    return t('this broker');
  if (subject === null) return t(EVERY[kind]);
  return perCause ? groupOfSubject(subject) : subject;
}

/** "New dead letters, orders-billing". */
export function alarmName(alarm: Pick<AlarmRule, 'watch' | 'subject'>, workspace: string | null = null): string {
  return t('{what}, {where}', { what: t(SIGNALS[alarm.watch].says), where: whereText(alarm, workspace) });
}

/** "5 messages or more in 5m": what an alarm remembers of its rule. */
export function conditionWords({
  watch,
  threshold,
  windowMs,
}: Pick<AlarmRule, 'watch' | 'threshold' | 'windowMs'>): string {
  const given = { amount: amountText(watch, threshold), duration: formatDuration(windowMs) };
  return {
    none: () => t('{amount} or more', given),
    ahead: () => t('{amount} or more within {duration}', given),
    back: () => t('{amount} or more in {duration}', given),
  }[windowOf(watch, windowMs)]();
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
  if (firing === null) return t('Firing alarms are unknown.');
  if (firing.length === 0) return t('No alarm is firing.');
  const bySeverity = SEVERITIES.toReversed().flatMap((severity) => {
    const count = firing.filter((alarm) => alarm.severity === severity).length;
    return count === 0 ? [] : [SEVERITY_COUNTS[severity](count)];
  });
  const open = firing.filter(({ acknowledgedBy }) => acknowledgedBy === null).length;
  const given = { count: firing.length, parts: enumerated(bySeverity) };
  return open === 0
    ? t('{count, number} firing: {parts}; all acknowledged.', given)
    : t('{count, number} firing: {parts}; {open, number} not acknowledged.', { ...given, open });
}

const SEVERITY_COUNTS: Readonly<Record<Severity, (count: number) => string>> = {
  info: (count) => t('{count, number} info', { count }),
  warning: (count) => t('{count, number} warning', { count }),
  critical: (count) => t('{count, number} critical', { count }),
};

/** "22 rules, 1 off, 3 values unknown." */
function rulesWords(rules: readonly AlarmRuleView[] | null): string {
  if (rules === null) return t('The rules are unknown.');
  const unknown = rules.reduce((sum, rule) => sum + (rule.enabled ? rule.unknown : 0), 0);
  const off = rules.filter(({ enabled }) => !enabled).length;
  const parts = [
    t('{count, plural, one {# rule} other {# rules}}', { count: rules.length }),
    off > 0 ? t('{off, number} off', { off }) : null,
    unknown > 0 ? t('{unknown, plural, one {# value} other {# values}} unknown', { unknown }) : null,
  ];
  return t('{parts}.', { parts: enumerated(parts.filter((part) => part !== null)) });
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

export const takenFilters = (): readonly { readonly value: Taken | ''; readonly label: string }[] => [
  { value: '', label: t('any') },
  { value: 'nobody', label: t('not acknowledged') },
  { value: 'somebody', label: t('acknowledged by a person') },
  { value: 'silenced', label: t('silenced') },
  { value: 'unknown', label: t('value unknown') },
];

export const severityFilters = (): readonly { readonly value: Severity | ''; readonly label: string }[] => [
  { value: '', label: t('any') },
  { value: 'critical', label: severityWord('critical') },
  { value: 'warning', label: severityWord('warning') },
  { value: 'info', label: severityWord('info') },
];

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  info: msg('info'),
  warning: msg('warning'),
  critical: msg('critical'),
};

export function severityWord(severity: Severity): string {
  return t(SEVERITY_WORDS[severity]);
}

export interface FiringFilter {
  /** Searches in the watch, the subject and the name of who acknowledged it. */
  readonly q: string;
  readonly severity: string;
  readonly taken: string;
}

export function filterFiring(firing: readonly AlarmView[], { q, severity, taken }: FiringFilter): AlarmView[] {
  return firing.filter((alarm) => {
    if (severity !== '' && alarm.severity !== severity) return false;
    if (!isTaken(alarm, taken)) return false;
    return hasWords(`${t(SIGNALS[alarm.watch].says)} ${whereText(alarm)} ${alarm.acknowledgedBy ?? ''}`, q);
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

const WHY: Readonly<Record<string, string>> = {
  cleared: msg('automatically: the value is back to normal'),
  redriven: msg('by a re-drive: every message was consumed'),
  'dealt-with': msg('all its dead letters were consumed, discarded or accepted'),
  expired: msg('lost: dead letters expired before an operator handled them'),
  'rule-changed': msg('its rule was changed, switched off or removed'),
  'fired-again': msg('replaced by the next alarm: new dead letters arrived before the old ones were handled'),
};

/** Why it ended; null: the reason is none of these. */
export function whyEnded(why: string | null): string | null {
  const words = WHY[why ?? ''];
  return words === undefined ? null : t(words);
}

export type RuleFilter = 'all' | 'firing' | 'unknown' | 'never' | 'off';

export const ruleFilters = [
  { value: 'all', label: msg('All {count, number}') },
  { value: 'firing', label: msg('Firing {count, number}') },
  { value: 'unknown', label: msg('Unknown {count, number}') },
  { value: 'never', label: msg('Never fired {count, number}') },
  { value: 'off', label: msg('Off {count, number}') },
] as const satisfies readonly { readonly value: RuleFilter; readonly label: string }[];

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
