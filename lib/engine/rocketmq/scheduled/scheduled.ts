import { type Cluster, orderOf, readFacts, readScheduledMessages, recallScheduled } from '../../../cluster';
import { BrokerError } from '../../../model/errors';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import type { ScheduledPort, ScheduledRecall } from '../../port/scheduled';
import { told } from '../../../model/language/t';
import type { RocketmqContext } from '../context';
import { requireChanges } from '../groups/write';
import { t } from '../../../model/language/t';

const DEFAULT_PAGE = 100;
const CURSOR = /^\d{4}-\d\d-\d\dT[\d:.]+Z \S+ ./;

/** What waits at the brokers. They are read as a whole, and pages within some seconds share what was read. */
export function rocketmqScheduled(ctx: RocketmqContext): ScheduledPort {
  const { cluster } = ctx.engine;
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
        noRecall: await noRecall(cluster),
      };
    },
    recall: (change) => recall(ctx, change),
  };
}

/** Null: a broker takes them. */
async function noRecall(cluster: Cluster): Promise<string | null> {
  const { parts } = await readFacts(cluster);
  const takes = parts.some(({ value }) => value.timer.isRecallOn);
  return takes ? null : t('The brokers do not accept recalls because recallMessageEnable is false.');
}

/** On record before the first byte is sent. */
async function recall({ broker, engine }: RocketmqContext, { topic, messageId, reason, actor }: ScheduledRecall) {
  requireChanges(engine);
  const entry = { actor, action: 'message.recall', target: messageId, workspace: engine.name, reason };
  const { changed, items } = await recallScheduled(engine.cluster, { topic, messageId }, async (waiting) => {
    const times = waiting.map((each) => ({ broker: each.broker, dueAt: each.dueAt }));
    await appendAudit(broker.store.console, { ...entry, before: { topic, times } });
  });
  broker.changes.emit({ kind: 'message', messageId });
  broker.changes.emit({ kind: 'topic' });
  const [first] = items;
  const at = first?.recalledAt ?? engine.cluster.asOf();
  const dueAt = new Date(first?.dueAt ?? at);
  return { changed, dueAt, recalledAt: new Date(at), recalledBy: changed ? actor.name : null };
}
