import 'server-only';
import { tell } from '../../model/language/t';
import { z } from 'zod';
import { harmOf, type PolicyEffect } from '../../model/delivery/policy-effect';
import { type ToldReading, stateOf } from '../../model/reading';
import { time } from './shapes';

const count = z.int().min(0);
const counts = (meaning: string) => z.object({ before: count, after: count }).describe(meaning);

/** What a change of settings means for messages that have failed: in answers to dry runs. */
const effectShape = z
  .object({
    harm: z
      .enum(['danger', 'warning'])
      .nullable()
      .describe(
        'danger: more messages move to the DLQ within an hour, or have no delivery left; warning: later than that',
      ),
    asOf: time,
    messages: count.describe('Failed messages now, waiting or in flight; held ones are left out'),
    sooner: count.describe('Failed messages that move to the DLQ sooner than with the settings before'),
    lostInHour: counts('Messages that move to the DLQ within an hour if every attempt fails'),
    firstLossAt: z
      .object({ before: time.nullable(), after: time.nullable() })
      .describe('When the first one moves to the DLQ if every attempt fails'),
    noneLeft: counts('Waiting messages with no delivery left: they move to the DLQ when their wait ends'),
    lastInFlight: counts('Messages in flight that move to the DLQ if this delivery fails'),
    timeToDlqMs: counts('From the first failure of a message until it moves to the DLQ'),
    bound: z.literal('atLeast').nullable().describe('atLeast: brokers did not report all of it; see reason'),
    reason: z.string().nullable(),
  })
  .meta({ id: 'PolicyEffect' });

export const dryRunField = z
  .boolean()
  .default(false)
  .describe('Dry run: report the effect, or why it would be refused, and change nothing');

/** Beside a group, in the answer to a dry run alone. */
export const planShape = {
  dryRun: z.literal(true).optional().describe('Nothing was changed: the settings are the ones that would be saved'),
  effect: effectShape
    .nullable()
    .optional()
    .describe('In a dry run: for messages that have failed. null: a broadcast group retries none, or effectUnknown'),
  effectUnknown: z.string().optional().describe('Why the effect is not known'),
};

interface Planned {
  readonly dryRun: true;
  readonly effect: z.input<typeof effectShape> | null;
  readonly effectUnknown?: string;
}

/** @param effect null: nothing is retried */
export function toPlanShape(effect: ToldReading<PolicyEffect> | null): Planned {
  if (effect === null) return { dryRun: true, effect: null };
  if (effect.kind === 'unknown') return { dryRun: true, effect: null, effectUnknown: tell(effect.reason) };
  const isBound = stateOf(effect) === 'bound';
  return {
    dryRun: true,
    effect: {
      ...{ ...effect.value, harm: harmOf(effect.value) },
      bound: isBound ? 'atLeast' : null,
      reason: effect.reason === undefined ? null : tell(effect.reason),
    },
  };
}
