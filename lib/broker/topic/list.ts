import type { Topic } from '../../model/topic/topic';
import { topicList } from '../../store/queries/topic/topic-find';
import type { BrokerContext } from '../context';
import { type ListInput, type Page, pageOf } from '../page-of';

/** In name order. @throws BrokerError bad-request */
export function listTopics(ctx: BrokerContext, input: ListInput = {}): Promise<Page<Topic>> {
  return pageOf(input, (after, limit) => topicList(ctx.store.prisma, after, limit));
}
