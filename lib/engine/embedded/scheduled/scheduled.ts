import { typeTold } from '../../../model/topic/type-told';
import { countScheduled, listScheduled, recallScheduled, type ScheduledMessage } from '../../../broker';
import { BrokerError } from '../../../model/errors';
import { t, told } from '../../../model/language/t';
import { known, unknown } from '../../../model/reading';
import { COUNTED_TO } from '../../../store/queries/schedule/scheduled-read';
import type { ScheduledItem, ScheduledPort } from '../../port/scheduled';
import { NO_ANSWER } from '../../read-or-unknown';
import { databaseNow } from '../../reading-time';
import type { EmbeddedContext } from '../context';

/** What waits in this installation, in one store. */
export function embeddedScheduled({ broker }: EmbeddedContext): ScheduledPort {
  return {
    page: async (asked) => {
      const topic = await broker.topics.find(asked.topic);
      if (topic.messageType !== 'DELAY')
        throw new BrokerError(
          'not-found',
          told('Topic {topic} is of type {messageType}: nothing can be scheduled on it.', {
            topic: asked.topic,
            messageType: typeTold(topic.messageType),
          }),
          { field: 'topic', limit: 'DELAY', value: topic.messageType },
        );
      const asOf = await databaseNow(broker.store.console);
      const [{ items, nextCursor }, figures] = await Promise.all([
        listScheduled(broker, asked),
        countScheduled(broker, topic.topicId).catch(() => null),
      ]);
      const own = figures?.[0];
      return {
        ...{ items: items.map(toScheduledItem), nextCursor },
        waiting: own === undefined ? unknown<number>(t(NO_ANSWER), asOf) : known(own.waiting, asOf),
        ...{ countedTo: COUNTED_TO, notes: [], silent: [], noRecall: null },
      };
    },
    recall: (change) => recallScheduled(broker, change),
  };
}

export function toScheduledItem({ messageId, topic, dueAt, scheduledAt, ...rest }: ScheduledMessage): ScheduledItem {
  const { tag, messageGroup, keys, bodyBytes, bornAt, bornHost, recalledAt, recalledBy } = rest;
  return {
    ...{ broker: null, messageId, topic, dueAt, scheduledAt, tag, messageGroup },
    ...{ keys, bodyBytes, bornAt, bornHost, recalledAt, recalledBy },
  };
}
