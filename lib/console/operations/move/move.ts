import { z } from 'zod';
import { operation } from '../../http/operation';
import { time } from '../../schemas/shapes';

const common = { needs: 'move', permission: 'cluster:manage', subject: 'system' } as const;
const tag = 'Clusters';

const startInput = z.strictObject({
  topics: z.array(z.string().min(1).max(200)).max(500).describe('Topics to move'),
  groups: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        messages: z
          .boolean()
          .describe('Whether waiting messages and dead letters move too; otherwise the clients finish them here'),
      }),
    )
    .max(500)
    .describe('Groups to move'),
  overwrite: z
    .boolean()
    .default(false)
    .describe('Replace the settings of groups that already exist there with other settings'),
  reason: z.string().max(500).describe('Kept in the audit log'),
});

/** The steps that an administrator takes, in this order; cancel before messages are taken. */
const MOVE_ACTIONS = ['settings', 'switch', 'pause', 'take', 'send', 'cancel'] as const;

const stepInput = z.strictObject({
  step: z.enum(MOVE_ACTIONS),
  anyway: z
    .boolean()
    .optional()
    .describe('For `switch`: continue although a producer sent a message here in the last 60 s'),
  ratePerSecond: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('For `send`: messages per second for each group, default 200'),
  confirmed: z
    .array(z.string().min(1).max(200))
    .max(500)
    .optional()
    .describe('For `send`: other groups that get a copy, because an ordered group is reached through its topic'),
});

const presence = z
  .enum(['absent', 'same', 'uneven', 'other', 'blocked'])
  .describe('absent: is made. uneven: not the same on all brokers. other: has other settings. blocked: cannot move');
const planShape = z
  .object({
    topics: z.array(
      z.object({ name: z.string(), type: z.string(), queues: z.int(), presence, why: z.string().nullable() }),
    ),
    groups: z.array(
      z.object({
        ...{ name: z.string(), presence, why: z.string().nullable(), topics: z.array(z.string()) },
        ...{ waiting: z.int(), inFlight: z.int(), dead: z.int(), isPaused: z.boolean() },
        differences: z.array(z.object({ field: z.string(), here: z.unknown(), there: z.unknown() })),
        notes: z.array(z.string()).describe('What the cluster cannot keep as it is here'),
        way: z.enum(['alone', 'topic']).describe('topic: every group of it gets a copy of what waits'),
        others: z
          .array(z.string())
          .describe('Groups that read its topics there, or will when they have moved: each gets a copy'),
        messagesStay: z.string().nullable().describe('Why its messages cannot go along; null: they can'),
      }),
    ),
    silent: z.array(z.object({ broker: z.string(), reason: z.string() })),
    left: z.object({ scheduled: z.int(), transactions: z.int() }).describe('What stays here in any case'),
  })
  .meta({ id: 'MovePlan' });
const rowShape = z.object({
  what: z.string(),
  broker: z.string().nullable().describe('null: of no broker'),
  did: z.string(),
  problem: z.string().nullable().describe('null: it went well'),
});
const moveShape = z
  .object({
    name: z.string(),
    step: z.string().describe('What is next; done and cancelled are the ends'),
    groups: z.array(
      z.object({
        ...{ group: z.string(), messages: z.boolean(), waiting: z.int(), dead: z.int() },
        redriveId: z.int().nullable().describe('The re-drive that sends what waited'),
      }),
    ),
    ...{ topics: z.array(z.string()), reason: z.string(), createdBy: z.string(), createdAt: time },
    finishedAt: time.nullable(),
    failedWhy: z.string().nullable(),
    late: z
      .object({
        ...{ since: time, isTooLate: z.boolean().describe('Messages were taken before: what comes now stays here') },
        topics: z.array(
          z.object({ topic: z.string(), count: z.int(), lastAt: time, hosts: z.array(z.string()).describe('Senders') }),
        ),
      })
      .nullable()
      .describe('What was sent here after the producers were said to be switched; null: that was not said yet'),
    outcomes: z.array(z.object({ step: z.string(), at: time, by: z.string(), rows: z.array(rowShape) })),
  })
  .meta({ id: 'Move' });

export const getMove = operation({
  ...common,
  name: 'getMove',
  summary: 'Preview of moving this installation to the cluster, and the open move; changes nothing',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ plan: planShape, move: moveShape.nullable() }),
  http: { method: 'get', path: '/move', tag, answer: 'Plan and move' },
  run: async ({ engine }) => {
    const [plan, move] = await Promise.all([engine.move.plan(), engine.move.read()]);
    return { plan, move };
  },
});

export const startMove = operation({
  ...common,
  name: 'startMove',
  summary: 'Start a move to the cluster: record what moves; nothing is changed yet',
  effect: 'change',
  input: startInput,
  output: z.object({ moveId: z.int() }),
  http: { method: 'post', path: '/move', tag, created: { answer: 'Open' } },
  run: async ({ engine, actor }, input) => ({ moveId: await engine.move.start({ ...input, actor }) }),
});

export const stepMove = operation({
  ...common,
  name: 'stepMove',
  summary: 'Take the next step of the open move; the answer has the result on each broker',
  effect: 'change',
  input: stepInput,
  output: z.object({ rows: z.array(rowShape) }),
  http: { method: 'post', path: '/move/{step}', tag, bodyOptional: true, answer: 'What came of it' },
  run: async ({ engine, actor }, input) => ({ rows: await engine.move.step({ ...input, actor }) }),
});
