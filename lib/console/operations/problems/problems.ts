import { z } from 'zod';
import { PROBLEM_KINDS } from '../../../model/problem/kinds';
import { toText } from '../../../model/problem/phrase';
import { isOpen, MOST_LOSSES, MOST_PROBLEMS, type Problem } from '../../../model/problem/problem';
import { operation } from '../../http/operation';
import { reasonSchema } from '../../schemas/group';
import { reading, time } from '../../schemas/shapes';

const GROUPS_SHOWN = 15;
const looks = { permission: 'group:read', subject: 'listed', effect: 'read', input: z.strictObject({}) } as const;
const changes = {
  permission: 'alarm:acknowledge',
  subject: { problem: ({ problem }: { readonly problem: string }) => problem },
  effect: 'change',
} as const;
const problem = z.string().min(1).max(800);

export const problemShape = z
  .object({
    key: z.string().describe('The same as long as it lasts'),
    kind: z.enum(PROBLEM_KINDS),
    subject: z.object({
      kind: z.enum(['group', 'topic', 'client', 're-drive', 'redirect', 'broker', 'proxy']),
      name: z.string(),
    }),
    says: z.string().describe('One sentence, which follows the name of the subject. Times are UTC'),
    more: z.string(),
    since: time.nullable(),
    numbers: z.record(z.string(), reading),
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

export const listProblems = operation({
  ...looks,
  name: 'listProblems',
  summary: `Problems that need an operator now, at most ${MOST_PROBLEMS}, ranked by messages lost or not processed`,
  output: z.object({
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
  http: { method: 'get', path: '/problems', tag: 'Problems', answer: 'The problems, and what was looked for' },
  run: async ({ engine }) => {
    const { now, items, checks } = await engine.problems.read();
    const open = items.filter(isOpen);
    return {
      asOf: now,
      items: open.slice(0, MOST_PROBLEMS).map(toProblemShape),
      total: open.length,
      acknowledged: items.filter((each) => !isOpen(each)).map(toProblemShape),
      checks,
    };
  },
});

export function toProblemShape({ says, more, ...rest }: Problem) {
  return { ...rest, says: toText(says), more: toText(more) };
}

export const problemsPage = operation({
  ...looks,
  name: 'problems',
  summary: 'The page Now: problems, what was looked for, groups, next losses, rules and clients',
  run: async ({ engine, reasonAgainst }) => {
    const [{ items, checks, groups, lostNext }, rules, clients] = await Promise.all([
      engine.problems.read(),
      engine.problems.rules(),
      engine.problems.clients(),
    ]);
    const open = items.filter(isOpen);
    const active = groups.filter(({ isIdle, problem: its }) => !isIdle || its !== null);
    return {
      items: open.slice(0, MOST_PROBLEMS),
      total: open.length,
      acknowledged: items.filter((each) => !isOpen(each)),
      mayNotAcknowledge: reasonAgainst('alarm:acknowledge'),
      checks,
      groups: active.slice(0, GROUPS_SHOWN),
      activeCount: active.length,
      groupCount: groups.length,
      ...{ lostNext: lostNext.slice(0, MOST_LOSSES), rules, clients },
    };
  },
});

export const navCounts = operation({
  ...looks,
  name: 'navCounts',
  summary: 'The numbers beside the names of pages, and the newest alarms',
  run: ({ engine }) => engine.problems.counts(),
});

export const acknowledgeProblem = operation({
  ...changes,
  name: 'acknowledgeProblem',
  summary: 'Take a problem in hand for some time, with a note',
  input: z.strictObject({ problem, forMs: z.int(), note: reasonSchema }),
  run: ({ engine, actor }, input) => engine.problems.acknowledge({ ...input, actor }),
});

export const releaseProblem = operation({
  ...changes,
  name: 'releaseProblem',
  summary: 'Show an acknowledged problem among the others again',
  input: z.strictObject({ problem }),
  run: ({ engine, actor }, input) => engine.problems.release({ ...input, actor }),
});
