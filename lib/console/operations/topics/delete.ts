import { z } from 'zod';
import { redriveName } from '../../../broker';
import type { TopicDeletionPlan } from '../../../engine';
import { redirectName } from '../../../model/redirect/redirect';
import { operation } from '../../http/operation';
import { deletionInBrokers } from '../../schemas/deletion';
import { ownership } from '../../schemas/ownership';
import { topicInput } from '../../schemas/topic';

const known = z.int().nullable();
const output = z
  .object({
    topic: z.string(),
    deleted: z.boolean().describe('false: a dry run'),
    isEmpty: z.boolean(),
    refusal: z.string().nullable().describe('Why it cannot be deleted now'),
    stored: known.describe('Messages in the log; null here and below: unknown'),
    inFlight: known,
    waiting: known.describe('For a retry'),
    scheduled: known,
    transactions: known.describe('Half messages without an end'),
    deadLetters: known.describe('They stay; counted to 10,000'),
    redrives: z.array(z.string()).describe('Open re-drives to it'),
    redirects: z.array(z.string()).describe('Open redirects to it'),
    readers: z.array(z.object({ group: z.string(), behind: known })),
    inBrokers: deletionInBrokers,
  })
  .meta({ id: 'TopicDeletion' });

export const deleteTopic = operation({
  name: 'deleteTopic',
  summary: 'Delete a topic; if it is not empty, confirm must be its name; dead letters stay',
  permission: 'topic:write',
  subject: { topic: ({ topic }) => topic },
  effect: 'destructive',
  input: z.strictObject({
    topic: z.string(),
    confirm: z
      .string()
      .max(200)
      .optional()
      .describe('Name of the topic, to confirm; required if it is not empty, and in an attached cluster'),
    dryRun: z.boolean().optional().describe('Dry run: report what would be deleted and change nothing'),
    reason: z.string().trim().max(500).optional().describe('Kept in the audit log; required in an attached cluster'),
    ...ownership,
  }),
  managed: { kind: 'topic', name: ({ topic }) => topic, removes: true },
  output,
  http: { method: 'delete', path: '/topics/{topic}', tag: 'Topics', answer: 'What went with it, or would' },
  run: async ({ engine, actor }, { dryRun = false, ...change }) =>
    dryRun
      ? toShape(await engine.topics.planDelete(change.topic), false)
      : toShape(await engine.topics.delete({ ...change, actor }), true),
});

function toShape({ redrives, redirects, ...plan }: TopicDeletionPlan, deleted: boolean) {
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
  input: topicInput,
  run: ({ engine }, { topic }) => engine.topics.planDelete(topic),
});
