import 'server-only';
import { z } from 'zod';
import { planMove, readMove, startMove, stepMove } from '../../engine';
import { defineRoute } from '../http/define-route';
import { toView } from '../reads/move';
import { MOVE_ACTIONS, startMoveSchema, stepMoveSchema } from '../schemas/move';
import { time } from '../schemas/shapes';

const TAG = 'Clusters';
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

export const getMoveRoute = defineRoute({
  method: 'get',
  path: '/move',
  name: 'getMove',
  summary: 'What a move of this installation to the cluster would do, and the move that is open; changes nothing',
  tag: TAG,
  permission: 'cluster:manage',
  subject: 'system',
  answers: [
    { status: 200, description: 'Plan and move', schema: z.object({ plan: planShape, move: moveShape.nullable() }) },
  ],
  runInCluster: async ({ broker, engine }) => {
    const [plan, move] = await Promise.all([planMove(broker, engine), readMove(broker, engine)]);
    return { status: 200, body: { plan, move: move === null ? null : toView(move) } };
  },
});

export const startMoveRoute = defineRoute({
  method: 'post',
  path: '/move',
  name: 'startMove',
  summary: 'Write down what moves to the cluster; nothing is changed yet',
  tag: TAG,
  permission: 'cluster:manage',
  subject: 'system',
  body: startMoveSchema,
  answers: [{ status: 201, description: 'Open', schema: z.object({ moveId: z.int() }) }],
  runInCluster: async ({ broker, engine, actor }, { body }) => ({
    status: 201,
    body: { moveId: await startMove(broker, engine, { ...body, actor }) },
  }),
});

export const stepMoveRoute = defineRoute({
  method: 'post',
  path: '/move/{step}',
  name: 'stepMove',
  summary: 'Take the next step of the open move; each says what came of it on each broker',
  tag: TAG,
  permission: 'cluster:manage',
  subject: 'system',
  params: z.strictObject({ step: z.enum(MOVE_ACTIONS) }),
  bodyOptional: true,
  body: stepMoveSchema.omit({ step: true }),
  answers: [{ status: 200, description: 'What came of it', schema: z.object({ rows: z.array(rowShape) }) }],
  runInCluster: async ({ broker, engine, actor }, { params, body }) => ({
    status: 200,
    body: { rows: [...(await stepMove(broker, engine, { ...params, ...body, actor }))] },
  }),
});
