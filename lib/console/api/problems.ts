import 'server-only';
import { z } from 'zod';
import { PROBLEM_KINDS } from '../../model/problem/kinds';
import { toText } from '../../model/problem/phrase';
import { MOST_PROBLEMS, type Problem } from '../../model/problem/problem';
import { defineRoute } from '../http/define-route';
import { isOpen, readSharedProblems } from '../reads/problems';
import { readingShape, time, toReadingShape } from '../schemas/shapes';

const problemShape = z
  .object({
    key: z.string().describe('The same as long as it lasts'),
    kind: z.enum(PROBLEM_KINDS),
    subject: z.object({
      kind: z.enum(['group', 'topic', 'client', 're-drive', 'broker', 'proxy']),
      name: z.string(),
    }),
    says: z.string().describe('One sentence, which follows the name of the subject. Times are UTC'),
    more: z.string(),
    since: time.nullable(),
    numbers: z.record(z.string(), readingShape),
    action: z.object({ says: z.string(), path: z.string() }).describe('The page of the console where one acts'),
    alarm: z
      .object({ incidentId: z.int(), firedAt: time, acknowledgedBy: z.string().nullable() })
      .nullable()
      .describe('The alarm that fires for it'),
    ack: z
      .object({ by: z.string(), at: time, until: time, note: z.string() })
      .nullable()
      .describe('Who has acknowledged it; null: no operator, or it is worse than when it was acknowledged'),
  })
  .meta({ id: 'Problem' });

export const listProblemsRoute = defineRoute({
  method: 'get',
  path: '/problems',
  name: 'listProblems',
  summary: `Problems that need an operator now, at most ${MOST_PROBLEMS}, ranked by messages lost or not processed`,
  tag: 'Problems',
  permission: 'group:read',
  subject: 'listed',
  answers: [
    {
      status: 200,
      description: 'The problems, and what was looked for',
      schema: z.object({
        asOf: time,
        items: z.array(problemShape),
        total: z.int().describe('Those beyond items included'),
        acknowledged: z.array(problemShape).describe('Not in items: an operator has acknowledged them'),
        checks: z.array(
          z.object({
            kind: z.enum(PROBLEM_KINDS),
            found: z
              .int()
              .nullable()
              .describe('null: not read, or not counted for long enough, so it is not known to be fine'),
          }),
        ),
      }),
    },
  ],
  ofLetters: true,
  run: async ({ broker }) => {
    const { now, items, checks } = await readSharedProblems(broker);
    const open = items.filter(isOpen);
    return {
      status: 200,
      body: {
        asOf: now.toISOString(),
        items: open.slice(0, MOST_PROBLEMS).map(toProblemShape),
        total: open.length,
        acknowledged: items.filter(({ ack }) => ack !== null).map(toProblemShape),
        checks: checks.map(({ kind, found }) => ({ kind, found })),
      },
    };
  },
});

function toProblemShape({
  stake: _stake,
  stakeMore: _more,
  trend: _trend,
  rank: _rank,
  says,
  more,
  numbers,
  ...rest
}: Problem): z.input<typeof problemShape> {
  return {
    ...rest,
    says: toText(says),
    more: toText(more),
    numbers: Object.fromEntries(Object.entries(numbers).map(([name, reading]) => [name, toReadingShape(reading)])),
  };
}
