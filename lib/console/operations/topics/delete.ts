import { z } from 'zod';
import { redriveName, type TopicDeletePlan } from '../../../broker';
import { redirectName } from '../../../model/redirect/redirect';
import { operation } from '../../http/operation';
import { topicInput } from '../../schemas/topic';

const output = z
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
    redirects: z.array(z.string()).describe('Open redirects to it'),
    readers: z.array(z.object({ group: z.string(), behind: z.int() })),
  })
  .meta({ id: 'TopicDeletion' });

export const deleteTopic = operation({
  name: 'deleteTopic',
  summary: 'Delete a topic: an empty one at once, another one when confirm is its name; dead letters stay',
  permission: 'topic:write',
  subject: { topic: ({ topic }) => topic },
  effect: 'destructive',
  needs: 'delete-topic',
  input: z.strictObject({
    topic: z.string(),
    confirm: z.string().max(200).optional().describe('The name of the topic'),
    dryRun: z.boolean().optional().describe('true: only count what goes with it'),
    reason: z.string().trim().max(500).optional(),
  }),
  output,
  http: { method: 'delete', path: '/topics/{topic}', tag: 'Topics', answer: 'What went with it, or would' },
  run: async ({ engine, actor }, { dryRun = false, ...change }) =>
    dryRun
      ? toShape(await engine.topics.planDelete(change.topic), false)
      : toShape(await engine.topics.delete({ ...change, actor }), true),
});

function toShape({ redrives, redirects, ...plan }: TopicDeletePlan, deleted: boolean) {
  return {
    ...{ ...plan, deleted, redrives: redrives.map(redriveName) },
    redirects: redirects.map(redirectName),
  };
}

/** Nothing is written: who may see the topic may look. */
export const previewTopicDeletion = operation({
  name: 'topicDeletePlan',
  summary: 'What goes with a topic that is deleted, and what stays',
  permission: 'topic:read',
  subject: { topic: ({ topic }) => topic },
  effect: 'read',
  needs: 'delete-topic',
  input: topicInput,
  run: ({ engine }, { topic }) => engine.topics.planDelete(topic),
});
