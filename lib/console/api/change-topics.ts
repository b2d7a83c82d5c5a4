import 'server-only';
import { z } from 'zod';
import { deleteTopic, growTopic, planTopicDelete, redriveName, type TopicDeletePlan } from '../../broker';
import { readTopic } from '../../cluster';
import { updateClusterTopic } from '../../engine';
import { BrokerError } from '../../model/errors';
import { defineRoute } from '../http/define-route';
import { CLUSTER_TOPIC_TYPES } from '../schemas/topic';
import { toBrokerTopicShape, toTopicShape, topicShape } from './topics';

const params = z.strictObject({ topic: z.string() });
const reason = z.string().max(500).optional();

const planShape = z
  .object({
    topic: z.string(),
    deleted: z.boolean().describe('false: a dry run'),
    isEmpty: z.boolean(),
    refusal: z.string().nullable().describe('Why it cannot be deleted now'),
    stored: z.int().describe('Messages in the log'),
    inFlight: z.int(),
    waiting: z.int().describe('For a retry'),
    scheduled: z.int(),
    transactions: z.int().describe('Half messages without an end'),
    deadLetters: z.int().describe('They stay; counted to 10,000'),
    redrives: z.array(z.string()).describe('Open re-drives to it'),
    readers: z.array(z.object({ group: z.string(), behind: z.int() })),
  })
  .meta({ id: 'TopicDeletion' });

function toShape(plan: TopicDeletePlan, deleted: boolean): z.input<typeof planShape> {
  return { ...plan, readers: [...plan.readers], redrives: plan.redrives.map(redriveName), deleted };
}

export const deleteTopicRoute = defineRoute({
  method: 'delete',
  path: '/topics/{topic}',
  name: 'deleteTopic',
  summary: 'Delete a topic: an empty one at once, another one when confirm is its name; dead letters stay',
  tag: 'Topics',
  permission: 'topic:write',
  subject: { topic: ({ params }) => params.topic },
  params,
  query: z.strictObject({
    confirm: z.string().max(200).optional().describe('The name of the topic'),
    dryRun: z.enum(['true', 'false']).optional().describe('true: only count what goes with it'),
    reason,
  }),
  answers: [{ status: 200, description: 'What went with it, or would', schema: planShape }],
  run: async ({ broker, actor }, { params: { topic }, query }) => {
    const { confirm, dryRun } = query;
    if (dryRun === 'true') return { status: 200, body: toShape(await planTopicDelete(broker, topic), false) };
    const plan = await deleteTopic(broker, { topic, confirm, reason: query.reason, actor });
    return { status: 200, body: toShape(plan, true) };
  },
});

export const growTopicRoute = defineRoute({
  method: 'put',
  path: '/topics/{topic}',
  name: 'growTopic',
  summary: 'Give a topic more queues, never fewer; in a cluster its type and queues on every broker',
  tag: 'Topics',
  permission: 'topic:write',
  subject: { topic: ({ params }) => params.topic },
  params,
  body: z.strictObject({
    queues: z.number().describe('In a cluster: of each broker'),
    type: z.enum(CLUSTER_TOPIC_TYPES).optional().describe('In a cluster alone'),
    version: z.string().max(20_000).optional().describe('In a cluster: of the topic as you saw it'),
    reason,
  }),
  answers: [{ status: 200, description: 'The topic', schema: topicShape }],
  run: async ({ broker, actor }, { params: { topic }, body: { type, version, ...body } }) => {
    if (type !== undefined || version !== undefined)
      throw new BrokerError(
        'unsupported',
        'type and version are of topics of a cluster: here a topic keeps its type.',
        {
          field: type === undefined ? 'version' : 'type',
          limit: 'left out',
        },
      );
    return { status: 200, body: toTopicShape(await growTopic(broker, { topic, ...body, actor })) };
  },
  runInCluster: async ({ broker, engine, actor }, { params: { topic }, body: { type, version, ...body } }) => {
    if (type === undefined || version === undefined)
      throw new BrokerError('bad-request', 'type and version are needed in a cluster: all brokers get the same.', {
        field: type === undefined ? 'type' : 'version',
        limit: 'not left out',
      });
    await updateClusterTopic(broker, engine, { topic, ...body, messageType: type, version, actor });
    return { status: 200, body: toBrokerTopicShape(await readTopic(engine.cluster, topic)) };
  },
});
