import type { Topic } from '../../model/topic';
import { topicList } from '../../store/queries/topic/topic-find';
import type { BrokerContext } from '../context';

export async function listTopics(ctx: BrokerContext): Promise<Topic[]> {
  return await topicList(ctx.store.console);
}
