import 'server-only';
import { z } from 'zod';
import { findGroup } from '../../broker';
import { deadLetterTopicOf as nameOf } from '../../model/classic-names';
import { deadLetterTopicOf } from '../../store/queries/topic/dead-letter-topic';
import { topicReaders } from '../../store/queries/topic-stats/topic-overview';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { toReaderView, type TopicReaderView } from './topic';

export interface DeadLetterTopicView {
  readonly name: string;
  /** A client has asked for it; from then on it gets a copy of each dead letter. */
  readonly opened: boolean;
  /** Older dead letters are still being copied to it. */
  readonly filling: boolean;
  readonly readers: readonly TopicReaderView[];
}

/** Who consumes the dead letters of a group as a topic. */
export const deadLetterTopicRead = defineRead({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ group: z.string().max(200) }),
  run: async ({ broker, store }, { group: groupName }): Promise<DeadLetterTopicView> => {
    const { groupId, name: group } = await findGroup(broker, groupName);
    const name = nameOf(group);
    const topic = await deadLetterTopicOf(store.console, groupId);
    if (topic === null) return { name, opened: false, filling: false, readers: [] };
    const asOf = await databaseNow(store.console);
    const readers = await topicReaders(store.console, topic.topicId);
    return { name, opened: true, filling: topic.filling, readers: readers.map((row) => toReaderView(row, asOf)) };
  },
});
