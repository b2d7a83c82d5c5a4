import { orderOf, readScheduledMessages } from '../../../cluster';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { unsupported, whyNot } from '../../../model/offers';
import type { ScheduledPort } from '../../port/scheduled';
import type { RocketmqContext } from '../context';

const DEFAULT_PAGE = 100;
const CURSOR = /^\d{4}-\d\d-\d\dT[\d:.]+Z \S+ ./;

/** What waits at the brokers. They are read as a whole, and pages within some seconds share what was read. */
export function rocketmqScheduled({ engine: { cluster } }: RocketmqContext): ScheduledPort {
  return {
    page: async ({ topic, cursor = '', limit = DEFAULT_PAGE }) => {
      if (cursor !== '' && !CURSOR.test(cursor))
        throw new BrokerError('bad-request', told('Invalid cursor. Request the first page again.'), {
          field: 'cursor',
          value: cursor.slice(0, 40),
        });
      const { items: all, waiting, notes, silent } = await readScheduledMessages(cluster, topic);
      const rest = all.filter((item) => orderOf(item) > cursor);
      const items = rest.slice(0, limit);
      const last = rest.length > limit ? items.at(-1) : undefined;
      return {
        items: items.map(({ dueAt, scheduledAt, bornAt, ...item }) => ({
          ...{ ...item, dueAt: new Date(dueAt), scheduledAt: new Date(scheduledAt), bornAt: new Date(bornAt) },
          ...{ recalledAt: null, recalledBy: null },
        })),
        nextCursor: last === undefined ? null : orderOf(last),
        ...{ waiting, countedTo: Number.MAX_SAFE_INTEGER, notes, silent },
        noRecall: whyNot('cluster', 'recall-scheduled'),
      };
    },
    recall: () => unsupported('cluster', 'recall-scheduled'),
  };
}
