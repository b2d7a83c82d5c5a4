import { z } from 'zod';

const count = z.int();

interface SetChange<Through extends string, More extends z.ZodRawShape> {
  /** In the schemas of the API. */
  readonly ids: readonly [plan: string, job: string];
  /** Reasons, as examples. */
  readonly excluded: string;
  /** Says how far the set goes. */
  readonly through: Readonly<Record<Through, z.ZodType>>;
  readonly more: More;
}

/** What a change to a whole set answers: what it would do, or what it has done so far. */
export function changeOutput<Through extends string, More extends z.ZodRawShape>(of: SetChange<Through, More>) {
  const excluded = z
    .array(z.object({ why: z.string(), count }))
    .describe(`Left as they are, by reason: ${of.excluded} ...`);
  const plan = z
    .object({ dryRun: z.literal(true), matched: count, wouldChange: count, excluded, ...of.through })
    .meta({ id: of.ids[0] });
  const job = z
    .object({
      dryRun: z.literal(false),
      id: z.string(),
      matched: count.describe('Frozen; the numbers below add up to it'),
      changed: count,
      excluded,
      left: count.describe('Still to be done, in the background'),
      ...of.more,
    })
    .meta({ id: of.ids[1] });
  return {
    output: z.union([job, plan]),
    answers: {
      answer: 'What it did, or would do',
      accepted: {
        when: (change: object) => 'left' in change && change.left !== 0,
        answer: 'Not done yet: a large set goes on in the background',
        shape: job,
      },
    },
  };
}
