import 'server-only';
import { orderOf, readScheduledMessages, type ScheduledMessages } from '../../cluster';
import type { ClusterEngine } from '../../engine';
import { BrokerError } from '../../model/errors';

export interface ClusterScheduledPage extends Omit<ScheduledMessages, 'asOf'> {
  readonly nextCursor: string | null;
}

interface PageInput {
  readonly topic: string;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

const DEFAULT_PAGE = 100;

/**
 * What waits on a topic at the brokers, a page of it: the brokers are read as a whole, and pages within some seconds
 * share what was read. @throws BrokerError topic-not-found, unavailable, bad-request
 */
export async function pageOfScheduled(
  { cluster }: Pick<ClusterEngine, 'cluster'>,
  { topic, cursor = '', limit = DEFAULT_PAGE }: PageInput,
): Promise<ClusterScheduledPage> {
  if (cursor !== '' && !/^\d{4}-\d\d-\d\dT[\d:.]+Z \S+ ./.test(cursor))
    throw new BrokerError('bad-request', 'Invalid cursor. Request the first page again.', {
      field: 'cursor',
      value: cursor.slice(0, 40),
    });
  const { items: all, waiting, notes, silent } = await readScheduledMessages(cluster, topic);
  const rest = all.filter((item) => orderOf(item) > cursor);
  const items = rest.slice(0, limit);
  const last = rest.length > limit ? items.at(-1) : undefined;
  return { items, waiting, notes, silent, nextCursor: last === undefined ? null : orderOf(last) };
}
