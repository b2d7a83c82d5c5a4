import { formatDuration } from '@/components/ui/duration.model';
import { plural } from '@/components/ui/number.model';
import type { AlarmRuleView, AlarmView } from '@/lib/console/queries/alarms';
import { amountText, unitOf } from '@/lib/model/alarm/amount';
import { type AlarmRule, COUNTED_WATCHES, type Watch, WATCHES } from '@/lib/model/alarm/rule';
import { HISTORY } from '@/lib/model/history';

/** Of what is to come. */
const AHEAD: ReadonlySet<Watch> = new Set(['deaths-due', 'expiring-dead-letters']);
const WINDOW_MS = 300_000;

/** Where a new rule begins: for what is to come, the time that the history counts, so that there is a preview. */
export function firstWindowMs(watch: Watch): number {
  if (watch === 'deaths-due') return HISTORY.dueMs;
  if (watch === 'expiring-dead-letters') return HISTORY.expiringMs;
  return COUNTED_WATCHES.has(watch) ? WINDOW_MS : 0;
}

export function isCounted(watch: Watch): boolean {
  return COUNTED_WATCHES.has(watch);
}

/** Beside a number that is typed: its unit in the right form, and seconds as people say them. */
export function unitText(watch: Watch, typed: string): string {
  const { unit } = WATCHES[watch];
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  if (!Number.isFinite(value)) return unit;
  if (unit === 'seconds') return value < 60 ? unitOf(watch, value) : `${unit} = ${formatDuration(value * 1000)}`;
  return unitOf(watch, value);
}

/** "≥ 5 messages in 5m for 20s". */
export function conditionText({ watch, threshold, windowMs, forMs }: AlarmRule): string {
  const parts = [`≥ ${amountText(watch, threshold)}`];
  if (COUNTED_WATCHES.has(watch) && windowMs > 0)
    parts.push(`${AHEAD.has(watch) ? 'within' : 'in'} ${formatDuration(windowMs)}`);
  if (forMs > 0) parts.push(`for ${formatDuration(forMs)}`);
  return parts.join(' ');
}

export function whereText({ watch, subject }: Pick<AlarmRule, 'watch' | 'subject'>): string {
  const kind = WATCHES[watch].subject;
  return kind === 'broker' ? 'this broker' : (subject ?? `every ${kind}`);
}

const EVIDENCE: Readonly<Partial<Record<Watch, string>>> = {
  deaths: 'Open dead letters',
  'expiring-dead-letters': 'Open dead letters',
  'deaths-due': 'Open retries',
  amplification: 'Open retries',
  'blocked-key': 'Open keys',
  refused: 'Open throttling',
  'broker-health': 'Open health',
};

export function evidenceText(watch: Watch): string {
  return EVIDENCE[watch] ?? 'Open group';
}

/** "4 firing, 1 unknown, 17 quiet." of rules. */
export function summaryOf(rules: readonly AlarmRuleView[], firing: readonly AlarmView[]): string {
  const unknown = rules.reduce((sum, rule) => sum + (rule.enabled ? rule.unknown : 0), 0);
  const off = rules.filter(({ enabled }) => !enabled).length;
  const parts = [`${firing.length} firing`, `${unknown} unknown`, plural(rules.length, 'rule')];
  return `${parts.join(', ')}${off > 0 ? `, ${off} of them off` : ''}.`;
}

export const WHY: Readonly<Record<string, string>> = {
  cleared: 'by itself: the number is fine again',
  redriven: 'by a re-drive: every message was consumed',
  'rule-changed': 'its rule was changed, switched off or removed',
};

export type RuleFilter = 'all' | 'firing' | 'unknown' | 'never' | 'off';

export const ruleFilters: readonly { readonly value: RuleFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'firing', label: 'Firing' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'never', label: 'Never fired' },
  { value: 'off', label: 'Off' },
];

/** Never fired: not in the 7 days that are counted, and could have. */
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
