import { z } from 'zod';
import type { Run } from '../../../engine';
import { REDRIVE_PHASES, REDRIVE_STATES, REDRIVE_VERDICTS, STOP_RULES } from '../../../model/redrive/redrive';
import { REDRIVE_WAYS } from '../../../model/redrive/redrive-way';
import { time } from '../../schemas/shapes';
import { msg } from '../../../model/language/t';

export const count = z.int();

/** "RD-12" or "12". */
export const redriveId = z.string().regex(/^(RD-)?\d{1,9}$/i, msg('{field} must be a re-drive like RD-1.'));

export function redriveIdOf(text: string): number {
  return Number(text.replace(/^RD-/i, ''));
}

export const redriveShape = z
  .object({
    id: z.string(),
    group: z.string(),
    state: z
      .enum(REDRIVE_STATES)
      .describe('completed: all released to the group; whether consumed is in counts. stopped: by its own rule'),
    phase: z.enum(REDRIVE_PHASES).describe('canary: waits for the first deliveries of the first ones'),
    counts: z.object({
      selected: count.describe('Frozen at the start'),
      consumed: count,
      inFlight: count.describe('Being delivered for the first time'),
      retrying: count.describe('A delivery failed, and it is retried'),
      diedAgain: count,
      notFailed: count.describe('Delivered and not failed so far, where a cluster shows no more'),
      recalled: count,
      filteredOut: count.describe('Not delivered: the filter of the group does not match'),
      notYetFetched: count,
      excluded: count,
      cancelled: count.describe('Never released'),
      released: count.describe('Put back to the group, whatever happened then'),
      unknown: count.describe('Released, and the record is past the retention'),
      sent: count.describe('Sent to another topic, where its way is not followed'),
      firstDeliveryFailed: count.describe('First deliveries that failed or timed out, whatever came then'),
    }),
    ratePerSecond: z.int().nullable(),
    canary: z.object({ count }).nullable(),
    ramp: z.array(z.object({ ratePerSecond: z.int().nullable(), afterVerdicts: count })),
    abort: z
      .object({
        failedShare: z.number().nullable(),
        ofLast: count,
        unfetchedMs: z.int().nullable(),
        delayP95Ms: z.int().nullable(),
      })
      .nullable(),
    stop: z
      .object({ rule: z.enum(STOP_RULES), at: time, failed: count, of: count })
      .nullable()
      .describe('Why its rule stopped it'),
    holdsSince: time.nullable().describe('It waits, because live messages of the group wait too long'),
    failing: z
      .object({ since: time, lastAt: time, why: z.string() })
      .nullable()
      .describe('It runs and releases nothing: each step fails, and is tried again every 5 s'),
    reason: z.string(),
    createdBy: z.string(),
    frozenAt: time,
    finishedAt: time.nullable(),
    inCluster: z
      .object({
        way: z.enum(REDRIVE_WAYS).describe('How the copies come to the group'),
        others: z.array(z.string()).describe('Other groups that got a copy'),
      })
      .nullable()
      .describe('Null: of the embedded broker'),
  })
  .meta({ id: 'Redrive' });

export const itemShape = z
  .object({ messageId: z.string(), topic: z.string(), verdict: z.enum(REDRIVE_VERDICTS) })
  .meta({ id: 'RedriveItem' });

export function toShape({ redriveId: id, care: { canary, ramp, abort }, heldAt: holdsSince, ...run }: Run) {
  return { ...run, id: String(id), canary: canary === null ? null : { count: canary }, ramp, abort, holdsSince };
}
