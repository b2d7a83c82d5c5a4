import 'server-only';
import { z } from 'zod';
import { findGroupBacklog, findTopicBacklog } from '../../engine';
import { defineRead } from '../http/define-read';

export const groupBacklogRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ group: z.string().max(200) }),
  run: ({ broker }, { group }) => findGroupBacklog(broker, group),
});

export const topicBacklogRead = defineRead({
  permission: 'topic:read',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({ topic: z.string().max(255) }),
  run: ({ broker }, { topic }) => findTopicBacklog(broker, topic),
});
