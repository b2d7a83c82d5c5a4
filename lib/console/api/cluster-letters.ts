import 'server-only';
import { z } from 'zod';
import { openClusterLetters, readIndexState } from '../../engine';
import { defineRoute } from '../http/define-route';
import { time } from '../schemas/shapes';

const gap = z.object({
  from: z.int(),
  to: z.int().describe('The first offset behind the gap'),
  why: z.string().describe('retention: removed before it was read; before: gone at the first reading; unreadable'),
});

/** What there is only where brokers keep dead letters as topics of their own. */
export const readLetterIndexRoute = defineRoute({
  method: 'get',
  path: '/dead-letters/index',
  name: 'readLetterIndex',
  summary: 'How complete the dead letters of a cluster are: by broker and group, with gaps',
  tag: 'Dead letters',
  permission: 'dead-letter:read',
  subject: 'system',
  query: z.strictObject({ group: z.string().optional() }),
  answers: [
    {
      status: 200,
      description: 'As far as the brokers were read',
      schema: z.object({
        roundAt: time.nullable().describe('The end of the last round through all brokers'),
        brokers: z.array(z.string()),
        silent: z.array(z.object({ broker: z.string(), reason: z.string() })),
        queues: z.array(
          z.object({
            broker: z.string(),
            group: z.string(),
            queueNo: z.int(),
            life: z.int().describe('Of the topic: one that was made again begins another'),
            ended: z.boolean(),
            next: z.int().describe('The next offset to be read'),
            min: z.int(),
            max: z.int(),
            isWriteOnly: z.boolean(),
            gaps: z.array(gap),
          }),
        ),
      }),
    },
  ],
  runInCluster: async ({ broker, engine }, { query: { group } }) => {
    const { roundAt, brokers, silent, queues } = await readIndexState(broker, engine, group);
    return {
      status: 200,
      body: {
        ...{ roundAt: roundAt?.toISOString() ?? null, brokers, silent },
        queues: queues.map(({ broker: name, group: of, queueNo, life, ended, next, min, max, isWriteOnly, gaps }) => ({
          ...{ broker: name, group: of, queueNo, life, ended, next, min, max, isWriteOnly, gaps },
        })),
      },
    };
  },
});

export const openLettersRoute = defineRoute({
  method: 'post',
  path: '/dead-letters/make-readable',
  name: 'makeDeadLettersReadable',
  summary: 'Let dead letters be read that an old broker keeps for writing only; nothing else of the topic changes',
  tag: 'Dead letters',
  permission: 'group:write',
  subject: 'system',
  body: z.strictObject({
    group: z.string(),
    reason: z.string().max(500).default('').describe('Kept in the audit log'),
  }),
  answers: [
    {
      status: 200,
      description: 'Where the right was missing; none: they were readable',
      schema: z.object({ brokers: z.array(z.string()) }),
    },
  ],
  runInCluster: async ({ broker, engine, actor }, { body }) => ({
    status: 200,
    body: await openClusterLetters(broker, engine, { ...body, actor }),
  }),
});
