import { BrokerError } from '../../model/errors';
import type { Topic } from '../../model/topic';
import { topicFindByName } from '../../store/queries/topic/topic-find';
import type { BrokerContext } from '../context';
import { checkTopicName } from './validate';

/** Read now, not from the cache. @throws BrokerError illegal-topic, topic-not-found */
export async function findTopic(ctx: BrokerContext, name: string): Promise<Topic> {
  checkTopicName(name);
  const topic = await topicFindByName(ctx.store.console, name);
  if (topic === null) throw new BrokerError('topic-not-found', `There is no topic "${name}".`, { field: 'topic', value: name });
  return topic;
}
