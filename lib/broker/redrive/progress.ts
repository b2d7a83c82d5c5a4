import { BrokerError } from '../../model/errors';
import { judgedOf } from '../../model/redrive-rule';
import { liveDelay, redriveEvidence, type RedriveEvidenceRow } from '../../store/queries/redrive/redrive-evidence';
import { type RedriveFailureRow, redriveFailures } from '../../store/queries/redrive/redrive-failures';
import { redriveSeries } from '../../store/queries/redrive/redrive-series';
import type { BrokerContext } from '../context';
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

/** The numbers that decide a run, from the same rows and the same statements as the rule's own. */
export async function readProgress(ctx: BrokerContext, redrive: Redrive, now: Date): Promise<RedriveProgress> {
  const db = ctx.store.console;
  const { redriveId, care, phase, frozenAt } = redrive;
  const roundAt = redrive.roundAt ?? frozenAt;
  const read = (ofLast: number): Promise<RedriveEvidenceRow> =>
    redriveEvidence(db, now, redriveId, { roundAt, ofLast, countTo: COUNT_TO });
  const [all, last, delayP95Ms, causes] = await Promise.all([
    read(COUNT_TO),
    read(care.abort === null ? DEFAULT_WINDOW : judgedOf(care, care.abort, phase)),
    care.abort?.delayP95Ms == null ? null : groupDelay(ctx, redrive.group, now),
    redriveFailures(db, redriveId),
  ]);
  const { lastVerdicts, lastFailed, unfetchedMs } = last;
  return { verdicts: all.verdicts, failed: all.lastFailed, lastVerdicts, lastFailed, unfetchedMs, delayP95Ms, causes };
}

/** How a run went over time. */
export function readSeries(
  ctx: BrokerContext,
  { redriveId, care }: Redrive,
  now: Date,
): ReturnType<typeof redriveSeries> {
  return redriveSeries(ctx.store.console, now, redriveId, care.abort?.ofLast ?? DEFAULT_WINDOW);
}

async function groupDelay(ctx: BrokerContext, group: string, now: Date): Promise<number | null> {
  const found = await ctx.groups.find(group).catch((error: unknown) => {
    if (error instanceof BrokerError) return null;
    throw error;
  });
  return found === null ? null : await liveDelay(ctx.store.console, now, found.groupId);
}
