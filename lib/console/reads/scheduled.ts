import 'server-only';
import { z } from 'zod';
import { reasonAgainst } from '../../auth/permission';
import { countScheduled, listScheduled, type ScheduledMessage } from '../../broker';
import type { ScheduledAtBroker, SilentBroker } from '../../cluster';
import { BrokerError } from '../../model/errors';
import { known, type Reading, unknown } from '../../model/reading';
import { COUNTED_TO } from '../../store/queries/schedule/scheduled-read';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { pageOfScheduled } from './cluster-scheduled';

export interface ScheduledView extends Omit<ScheduledAtBroker, 'broker'> {
  /** Null: one store. */
  readonly broker: string | null;
  readonly recalledAt: string | null;
  /** Null, of a recalled one: its producer. */
  readonly recalledBy: string | null;
}

export interface ScheduledPage {
  readonly topic: string;
  readonly items: readonly ScheduledView[];
  readonly nextCursor: string | null;
  /** How many wait; counted to `countedTo`. */
  readonly waiting: Reading<number>;
  readonly countedTo: number;
  readonly mayNotRecall: string | null;
  /** Of an attached cluster: what was not read, and who is late, in sentences. */
  readonly notes: readonly string[];
  /** Its brokers that did not answer. */
  readonly silent: readonly SilentBroker[];
}

const PAGE = 50;
/** Of one message a broker knows nothing but its log; a client recalls with the handle that it got. */
const PRODUCER_RECALLS = 'In a cluster a message is recalled by its producer, with the handle that it got for it.';

export const scheduledRead = defineRead({
  permission: 'message:read',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({ topic: z.string().min(1).max(200), cursor: z.string().max(300).optional() }),
  run: async ({ broker, store, principal }, { topic: name, cursor }): Promise<ScheduledPage> => {
    const topic = await broker.topics.find(name);
    if (topic.messageType !== 'DELAY')
      throw new BrokerError('not-found', `topic ${name} is of type ${topic.messageType}: nothing is scheduled on it.`, {
        field: 'topic',
        limit: 'DELAY',
        value: topic.messageType,
      });
    const asOf = await databaseNow(store.console);
    const [{ items, nextCursor }, figures] = await Promise.all([
      listScheduled(broker, { topic: name, cursor, limit: PAGE }),
      countScheduled(broker, topic.topicId).catch(() => null),
    ]);
    const own = figures?.[0];
    return {
      topic: name,
      items: items.map(toScheduledView),
      nextCursor,
      waiting: own === undefined ? unknown<number>('the database did not respond', asOf) : known(own.waiting, asOf),
      countedTo: COUNTED_TO,
      mayNotRecall: reasonAgainst(principal, 'message:recall'),
      ...{ notes: [], silent: [] },
    };
  },
  runInCluster: async ({ engine }, { topic, cursor }): Promise<ScheduledPage> => {
    const { items, ...page } = await pageOfScheduled(engine, { topic, cursor, limit: PAGE });
    return {
      ...{ topic, ...page, countedTo: Number.MAX_SAFE_INTEGER, mayNotRecall: PRODUCER_RECALLS },
      items: items.map((item) => ({ ...item, recalledAt: null, recalledBy: null })),
    };
  },
});

export function toScheduledView(row: ScheduledMessage): ScheduledView {
  return { ...toScheduledMessage(row), recalledAt: row.recalledAt?.toISOString() ?? null, recalledBy: row.recalledBy };
}

/** As the HTTP API answers too. */
export function toScheduledMessage(row: ScheduledMessage) {
  return {
    broker: null,
    messageId: row.messageId,
    topic: row.topic,
    dueAt: row.dueAt.toISOString(),
    scheduledAt: row.scheduledAt.toISOString(),
    tag: row.tag,
    messageGroup: row.messageGroup,
    keys: row.keys,
    bodyBytes: row.bodyBytes,
    bornAt: row.bornAt.toISOString(),
    bornHost: row.bornHost,
  };
}
