import { askedProperty } from '../../../broker';
import { browse, type Browsed, type BrowsedPlace, requireTopic } from '../../../cluster';
import { checkLimit, cursorParts } from '../../../broker/page-of';
import { BrokerError } from '../../../model/errors';
import type { FindInput } from '../../../model/message/found-message';
import type { FoundPage } from '../../port/messages';
import type { RocketmqContext } from '../context';
import { foundOf } from './found';
import { readStates } from './states';
import { told, type Told } from '../../../model/language/t';

const DEFAULT_PAGE = 50;
const SHARED_MS = 4_000;

/** The log of one topic at the brokers, newest first. @throws BrokerError bad-request, topic-not-found, unavailable */
export async function browseTopic(ctx: RocketmqContext, input: FindInput): Promise<FoundPage> {
  const { topic, limit = DEFAULT_PAGE } = input;
  checkLimit(limit);
  for (const field of ['id', 'key', 'state'] as const)
    if (input[field] !== undefined)
      refuse(
        field,
        told('{field} is not searched in the log of a cluster. Use the page Messages of the cluster.', { field }),
        'left out',
      );
  if (topic === undefined || input.any !== undefined)
    refuse(
      'topic',
      told('`topic` is required because messages of a cluster are read topic by topic.'),
      'the name of a topic',
    );
  if (input.offset !== undefined && input.queue === undefined)
    refuse('queue', told('`queue` is required with an offset.'), 'a queue');
  const { cluster } = ctx.engine;
  const property = askedProperty(ctx.engine.letters, topic, input.property);
  await requireTopic(cluster, topic);
  const from = readCursor(input.cursor);
  // Many look at the newest messages of one topic, again every few seconds.
  const key = JSON.stringify(['browse', topic, input.broker, input.queue, input.offset, input.from, input.to, from]);
  const found = await cluster.shared.read(`${key} ${limit} ${input.property ?? ''}`, SHARED_MS, () =>
    browse(cluster, {
      ...{ topic, broker: input.broker, queueNo: input.queue, offset: input.offset, most: limit },
      ...{ fromMs: input.from?.getTime(), toMs: input.to?.getTime(), after: from?.place },
      matches: property === null ? undefined : ({ properties }) => properties[property.name] === property.value,
    }),
  );
  refuseUnknown(input, found);
  const states = await readStates(ctx, topic);
  const { silent, answered } = found;
  const checked = (from?.checked ?? 0) + found.checked;
  return {
    items: found.messages.map(({ broker, message }) => ({ ...foundOf(broker, message), ...states(broker, message) })),
    nextCursor: found.next === null ? null : writeCursor(found.next, checked),
    checked: { at: checked, of: silent.length > 0 ? null : checked + found.left },
    unseen: 0,
    brokers: { answered, silent },
  };
}

function refuseUnknown({ broker, queue }: FindInput, { answered, silent, queues }: Browsed): void {
  const known = [...answered, ...silent.map((of) => of.broker)];
  if (broker !== undefined && !known.includes(broker))
    refuse('broker', told('Broker {broker} does not exist.', { broker }), known.join(', '), broker);
  if (queue !== undefined && queues === 0 && silent.length === 0)
    refuse('queue', told('Queue {queue} does not exist.', { queue }), 'a queue of the topic', String(queue));
}

function writeCursor({ storedMs, broker, queueNo, offset }: BrowsedPlace, checked: number): string {
  return `${new Date(storedMs).toISOString()}_${queueNo}_${offset}_${checked}_${broker}`;
}

function readCursor(text: string | undefined): { readonly place: BrowsedPlace; readonly checked: number } | null {
  const parts = cursorParts(text, /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,9})_(\d{1,15})_(\d{1,15})_(.+)$/);
  if (parts === null) return null;
  const [at = '', queueNo, offset, checked, broker = ''] = parts;
  return {
    place: { storedMs: Date.parse(at), queueNo: Number(queueNo), offset: Number(offset), broker },
    checked: Number(checked),
  };
}

function refuse(field: string, message: Told, limit: string, value?: string): never {
  throw new BrokerError('bad-request', message, { field, limit, ...(value === undefined ? {} : { value }) });
}
