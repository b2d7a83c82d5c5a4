import { hidesBodiesOf } from '../../model/masking/masks';
import { hidesBody } from '../../model/masking/rule';
import type { DeadLetterFilter } from '../../model/redrive/redrive';
import type { DeadLetterMatch } from '../../store/queries/dead-letter/dead-letter-match';
import { topicNames } from '../../store/queries/topic/topic-names';
import type { BrokerContext } from '../context';

/**
 * The topics in whose bodies the caller must not search: who may not see a value must not find it out by asking for it
 * again and again. Undefined: all bodies may be searched, or none is.
 */
export async function unreadTopics(
  { store, masks }: BrokerContext,
  { q, json }: Pick<DeadLetterFilter, 'q' | 'json'>,
): Promise<DeadLetterMatch['unread']> {
  const text = q?.trim() ?? '';
  if (!masks.somewhere.some(hidesBody) || (text === '' && (json ?? '').trim() === '')) return undefined;
  const topicIds: number[] = [];
  const originsRead: string[] = [];
  for (const [topicId, name] of await topicNames(store.console))
    if (hidesBodiesOf(masks, name)) topicIds.push(topicId);
    else originsRead.push(name);
  return { topicIds, originsRead, text: text === '' ? null : text };
}
