import { type AdminCall, ANSWER } from './call';
import { jsonOf, listOf, optional, recordOf, textOf } from './decode';

/** 300: groups that have offsets in a topic at this broker, or subscribe to it there. Sometimes the topic is among them. */
export const groupsOfTopic: AdminCall<{ readonly topic: string }, readonly string[]> = {
  code: 300,
  name: 'QUERY_TOPIC_CONSUME_BY_WHO',
  kind: 'read',
  accepts: [ANSWER.topicNotFound],
  ask: ({ topic }) => ({ fields: { topic } }),
  read: ({ code, body }) =>
    code === ANSWER.topicNotFound
      ? []
      : (optional(listOf, recordOf(jsonOf(body), 'the groups').groupList, 'groupList') ?? []).map((group) =>
          textOf(group, 'a group'),
        ),
};
