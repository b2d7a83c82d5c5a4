import type { Watch } from './watch';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a rule does while its number is unknown. Unknown never counts as 0 and never resolves an alarm. */
export const ON_UNKNOWN = ['hold', 'fire', 'ignore'] as const;
export type OnUnknown = (typeof ON_UNKNOWN)[number];

export interface AlarmRule {
  readonly ruleId: number;
  readonly watch: Watch;
  /** One group or topic; null: each of them that has no rule of its own for this watch. */
  readonly subject: string | null;
  /** Breached at or above it. */
  readonly threshold: number;
  /** Over how long deaths, growth and refusals are counted, milliseconds. */
  readonly windowMs: number;
  /** How long it must be breached before it fires, milliseconds. */
  readonly forMs: number;
  /** Clear below it; at most the threshold. */
  readonly clearBelow: number;
  /** How long it must be clear before it resolves, milliseconds. */
  readonly clearForMs: number;
  readonly severity: Severity;
  readonly onUnknown: OnUnknown;
  /** `fire`: how long it may be unknown before that fires, milliseconds. */
  readonly unknownForMs: number;
  /** How often the notification of a firing, unacknowledged alarm repeats, milliseconds; 0: once. */
  readonly repeatMs: number;
  /** The channels it notifies; null: every channel. */
  readonly channelIds: readonly number[] | null;
  readonly enabled: boolean;
  readonly version: number;
}

/** Of the rules for one watch: the subject's own, else the one for all. A disabled rule of its own switches it off. */
export function ruleFor(rules: readonly AlarmRule[], watch: Watch, subject: string): AlarmRule | null {
  const rule = anyRuleFor(rules, watch, subject);
  return rule?.enabled === true ? rule : null;
}

function anyRuleFor(rules: readonly AlarmRule[], watch: Watch, subject: string): AlarmRule | null {
  const own = rules.find((rule) => rule.watch === watch && rule.subject === subject);
  return own ?? rules.find((each) => each.watch === watch && each.subject === null) ?? null;
}

/**
 * An alarm on new dead letters stays open while at least so many of its group are not dealt with: the line of the rule
 * on those present. Where that rule is switched off, nothing keeps the alarm open.
 */
export function keptOpenFrom(rules: readonly AlarmRule[], subject: string): number {
  const rule = anyRuleFor(rules, 'dead-letters', subject);
  if (rule === null) return 1;
  return rule.enabled ? rule.clearBelow : Number.POSITIVE_INFINITY;
}

/**
 * Whether an alarm of the rule on new dead letters, which stays open until they are dealt with, has notified every
 * channel whom the rule on those present would notify of the same damage, no less urgently.
 */
export function covers(deaths: AlarmRule, present: AlarmRule): boolean {
  if (SEVERITIES.indexOf(deaths.severity) < SEVERITIES.indexOf(present.severity)) return false;
  const { channelIds } = deaths;
  return channelIds === null || (present.channelIds?.every((each) => channelIds.includes(each)) ?? false);
}
