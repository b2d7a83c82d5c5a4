import type { AcknowledgeProblem, ProblemCheck, Problems } from '../../broker';
import type { ProblemAck } from '../../model/problem/problem';
import type { ToldReading } from '../../model/reading';

export type { AcknowledgeProblem, GroupNow, LostNext, ProblemCheck, Problems } from '../../broker';

/** What needs an operator now, and the counts that every page shows beside its navigation. */
export interface ProblemsPort {
  /** All of them, ranked. @throws when the database is not responding */
  read(): Promise<Problems>;
  /** Whether alarm rules are evaluated; unknown when it could not be read. */
  rules(): Promise<ToldReading<RulesNow>>;
  clients(): Promise<ToldReading<ClientsNow>>;
  counts(): Promise<NavCounts>;
  /** @throws BrokerError bad-request, conflict */
  acknowledge(input: AcknowledgeProblem): Promise<ProblemAck>;
  /** @throws BrokerError conflict: no operator has acknowledged it */
  release(input: Pick<AcknowledgeProblem, 'problem' | 'actor'>): Promise<void>;
}

export interface RulesNow {
  readonly enabled: number;
  readonly firing: number;
  /** When they were last evaluated; null: never. */
  readonly evaluatedAt: Date | null;
}

export interface ClientsNow {
  readonly consumers: number;
  /** Broker nodes that are alive. */
  readonly nodes: number;
}

/** The pages of the navigation that carry a number. */
export type NavCountName = 'problems' | 'deadLetters' | 'blockedKeys' | 'redrives' | 'throttled' | 'alarms';

export interface NavCount {
  readonly reading: ToldReading<number>;
  /** Some of it could not be counted. */
  readonly atLeast: boolean;
}

export interface NavCounts extends Readonly<Record<NavCountName, NavCount>> {
  /** The newest alarms that notify, for browser notifications; at most 50. */
  readonly newest: readonly { readonly incidentId: number; readonly title: string; readonly firedAt: string }[];
}

/** Whether every condition was looked for. */
export function isWhole(checks: readonly ProblemCheck[]): boolean {
  return checks.every(({ found }) => found !== null);
}
