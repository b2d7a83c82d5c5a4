import type { RedriveCare } from '../../model/redrive/redrive-care';
import { judgedOf } from '../../model/redrive/redrive-rule';
import type { RedriveFailureRow } from '../../store/queries/redrive/redrive-failures';
import type { Queryable } from '../../store/queryable';
import type { EvidenceOf } from './advance';
import type { Redrive } from './read';

/** What the rule of a run looks at, as it is now. */
export interface RedriveProgress {
  /** First deliveries with a verdict since the round began, and how many of them failed. */
  readonly verdicts: number;
  readonly failed: number;
  /** Of the last ones that the rule judges. */
  readonly lastVerdicts: number;
  readonly lastFailed: number;
  readonly unfetchedMs: number | null;
  /** Null: no rule on it, or no live message came lately. */
  readonly delayP95Ms: number | null;
  readonly causes: readonly RedriveFailureRow[];
}

/** Further than this, no reader counts. */
const COUNT_TO = 10_000;
const DEFAULT_WINDOW = 20;

/** How many of the newest first deliveries its pages look at. */
export function windowOf({ abort }: RedriveCare): number {
  return abort?.ofLast ?? DEFAULT_WINDOW;
}

/** The numbers that decide a run of either engine, from the same rows and the same statements as the rule's own. */
export async function readProgress(
  db: Queryable,
  now: Date,
  { redriveId, care, phase, frozenAt, ...run }: Redrive,
  evidenceOf: EvidenceOf,
): Promise<Omit<RedriveProgress, 'causes'>> {
  const roundAt = run.roundAt ?? frozenAt;
  const asksDelay = care.abort?.delayP95Ms != null;
  const ofLast = care.abort === null ? DEFAULT_WINDOW : judgedOf(care, care.abort, phase);
  const [all, last] = await Promise.all([
    evidenceOf(db, now, redriveId, { roundAt, ofLast: COUNT_TO, countTo: COUNT_TO, asksDelay: false }),
    evidenceOf(db, now, redriveId, { roundAt, ofLast, countTo: 1, asksDelay }),
  ]);
  const { lastVerdicts, lastFailed, unfetchedMs, delayP95Ms } = last;
  return { verdicts: all.verdicts, failed: all.lastFailed, lastVerdicts, lastFailed, unfetchedMs, delayP95Ms };
}
