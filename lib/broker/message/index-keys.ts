import { messageKeyIndex } from '../../store/queries/search/message-key-index';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

/** One transaction: it must be short, and the messages of a second fit. */
const QUEUES = 16;
const MESSAGES = 2000;

/** Makes messages findable by their keys. @returns whether there may be more */
export async function indexKeys(ctx: BrokerContext): Promise<boolean> {
  return (await retryRolledBack(() => messageKeyIndex(ctx.store.broker, QUEUES, MESSAGES))) >= MESSAGES;
}
