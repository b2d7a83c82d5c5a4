import type { Reason } from '../language/t';
import type { Severity } from './rule';
import { fingerprintOfSubject, groupOfSubject } from './subject';
import type { EngineKind } from '../workspace';
import { evidencePageOf, type Signal, SIGNALS } from '../signal/signal';

/** A time in which a rule fired for one subject. */
export interface AlarmIncident {
  readonly incidentId: number;
  readonly ruleId: number;
  readonly watch: Signal;
  readonly subject: string;
  readonly severity: Severity;
  readonly threshold: number;
  readonly windowMs: number;
  readonly firedAt: Date;
  /** It fired because its number was unknown for too long. */
  readonly becauseUnknown: boolean;
  /** Last known; null: never known since it fired. */
  readonly value: number | null;
  readonly peak: number | null;
  /** False: it was silenced when it fired, and no notification was sent. */
  readonly told: boolean;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedAt: Date | null;
  readonly resolvedAt: Date | null;
  readonly resolvedWhy: ResolvedWhy | null;
  /** The newest of its re-drives. */
  readonly redriveId: number | null;
  /**
   * About dead letters: how many of its group were not dealt with at the last evaluation. Null: unknown, or not about
   * them.
   */
  readonly remaining: number | null;
  readonly became: LettersBecame | null;
}

/** Outcomes of the dead letters of an alarm since it fired. `remaining` counts what is left. */
export interface LettersBecame {
  /** In its re-drives. */
  readonly consumed: number;
  /** A re-drive sent them to another topic, or the filter of the group left them out: no verdict follows. */
  readonly elsewhere: number;
  readonly discarded: number;
  readonly discardedBy: readonly string[];
  readonly accepted: number;
  readonly acceptedBy: readonly string[];
  /** Lost. */
  readonly expired: number;
}

/**
 * cleared: the number is fine. redriven: all its dead letters were consumed. dealt-with: each was consumed, discarded
 * or accepted. expired: some were lost, the others were dealt with. rule-changed: no rule says so any more.
 * fired-again: new ones came while its dead letters were there; the alarm that fired then goes on with both.
 */
export const RESOLVED_WHY = ['cleared', 'redriven', 'dealt-with', 'expired', 'rule-changed', 'fired-again'] as const;
export type ResolvedWhy = (typeof RESOLVED_WHY)[number];

export type AlarmEventKind =
  | 'fired'
  | 'repeated'
  | 'acknowledged'
  | 'silenced'
  | 'unsilenced'
  | 'redrive'
  | 'died-again'
  | 'resolved';

export interface AlarmEvent {
  readonly at: Date;
  readonly kind: AlarmEventKind;
  readonly actor: string | null;
  readonly note: Reason | null;
  readonly value: number | null;
}

/** The page that shows why it fires, with its filters set; a path of the console. */
export function evidenceOf(
  { watch, subject, windowMs, firedAt }: Pick<AlarmIncident, 'watch' | 'subject' | 'windowMs' | 'firedAt'>,
  engine: EngineKind,
): string {
  const cause = encodeURIComponent(fingerprintOfSubject(subject) ?? '');
  const name = encodeURIComponent(SIGNALS[watch].perCause ? groupOfSubject(subject) : subject);
  return evidencePageOf(watch, engine).path({ name, cause, windowMs, firedAt });
}

/** The alarm's own page. */
export function alarmPath(incidentId: number): string {
  return `/alarms/${incidentId}`;
}

/** How an alarm ends none of whose dead letters is left. Null: nothing is known to have come of them. */
export function endOf({ consumed, elsewhere, discarded, accepted, expired }: LettersBecame): ResolvedWhy | null {
  if (expired > 0) return 'expired';
  if (elsewhere + discarded + accepted > 0) return 'dealt-with';
  return consumed > 0 ? 'redriven' : null;
}
