import { groupOfSubject } from './subject';
import { type Signal, SIGNALS } from '../signal/signal';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a rule does while its number is unknown. Unknown never counts as 0 and never resolves an alarm. */
export const ON_UNKNOWN = ['hold', 'fire', 'ignore'] as const;
export type OnUnknown = (typeof ON_UNKNOWN)[number];

export interface AlarmRule {
  readonly ruleId: number;
  readonly watch: Signal;
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
export function ruleFor(rules: readonly AlarmRule[], watch: Signal, subject: string): AlarmRule | null {
  const rule = anyRuleFor(rules, watch, subject);
  return rule?.enabled === true ? rule : null;
}

function anyRuleFor(rules: readonly AlarmRule[], watch: Signal, subject: string): AlarmRule | null {
  const name = SIGNALS[watch].perCause ? groupOfSubject(subject) : subject;
  const own = rules.find((rule) => rule.watch === watch && rule.subject === name);
  return own ?? rules.find((each) => each.watch === watch && each.subject === null) ?? null;
}

/**
 * Whether an alarm about dead letters stays open until each is dealt with. One on new dead letters does not where the
 * rule on those present is switched off: no operator wants to be notified of what is there.
 */
export function endsByEvidence(rules: readonly AlarmRule[], watch: Signal, subject: string): boolean {
  if (!SIGNALS[watch].ofDeadLetters) return false;
  return watch !== 'deaths' || anyRuleFor(rules, 'dead-letters', subject)?.enabled !== false;
}

/**
 * Whether an open alarm of the first rule has notified every channel whom the other rule would notify of the same dead
 * letters, no less urgently.
 */
export function covers(open: AlarmRule, other: AlarmRule): boolean {
  if (SEVERITIES.indexOf(open.severity) < SEVERITIES.indexOf(other.severity)) return false;
  const { channelIds } = open;
  return channelIds === null || (other.channelIds?.every((each) => channelIds.includes(each)) ?? false);
}

/** A cause that began so soon after the alarm of its group, or before it, is what that alarm is about. */
export const SAME_INCIDENT_MS = 15 * 60_000;
