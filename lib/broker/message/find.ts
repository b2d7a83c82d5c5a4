import { BrokerError } from '../../model/errors';
import { t } from '../../model/language/t';
import { LIMITS } from '../../model/limits';
import { hidingProperty } from '../../model/masking/hide';
import { rulesByName } from '../../model/masking/masks';
import type { FindInput, FoundMessage } from '../../model/message/found-message';
import { priorityOf } from '../../model/message/message';
import { topicNotFound } from '../../model/not-found';
import { halfByKey } from '../../store/queries/half-message/half-browse';
import { scheduledByKey } from '../../store/queries/schedule/scheduled-read';
import { messageRows } from '../../store/queries/search/message-rows';
import { logParts, lookThrough, type LogPart } from '../../store/queries/search/places-in-log';
import {
  type FoundPlace,
  type KeysBehind,
  keysBehind,
  type PlaceCursor,
  placesByKey,
} from '../../store/queries/search/places-by-key';
import type { MessagePlaceRow } from '../../store/queries/timeline/message-places';
import { topicFind } from '../../store/queries/topic/topic-find';
import type { BrokerContext } from '../context';
import { cursorParts, MAX_PAGE } from '../page-of';
import { findScheduled, type ScheduledMessage } from '../schedule/browse';
import { findTransactions, type HalfMessage } from '../transaction/list';
import { findMessage } from './read-timeline';
import { statesOf } from './states-of';

export interface FoundMessages {
  /** Newest first. */
  readonly items: readonly FoundMessage[];
  /** Null: everything was checked. */
  readonly nextCursor: string | null;
  /** Messages checked one by one so far, and how many there are in the range; null: found by index. */
  readonly checked: { readonly at: number; readonly of: number | null } | null;
  /** Of a search by key: what the index does not hold yet. */
  readonly behind: KeysBehind | null;
}

const DEFAULT_PAGE = 50;
/** Read with the state of each, when a state is asked for. */
const STATES_AT_ONCE = 200;
const MOST_STATES = 1000;
/** Read one by one for a property in one request. */
const MOST_PROPERTIES = 20_000;
const CHUNK = 5000;

/**
 * Messages in any state: by id and by key through indexes, by topic and time through the log, by property one by one
 * within bounds. A page ends where the bounds end, and the next one goes on there.
 * @throws BrokerError bad-request, illegal-message-id, topic-not-found
 */
export async function findMessages(ctx: BrokerContext, input: FindInput): Promise<FoundMessages> {
  const { id, any, key = any, property, topic: name, limit = DEFAULT_PAGE } = input;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE)
    refuse(
      'limit',
      t('{field} must be a whole number from {least} to {most} (got {value}).', {
        field: 'limit',
        least: 1,
        most: MAX_PAGE,
        value: limit,
      }),
      `1 to ${MAX_PAGE}`,
    );
  if (id !== undefined) return await findById(ctx, id, name);
  const topicId = name === undefined ? null : await topicIdOf(ctx, name);
  if (key !== undefined) return await findByKey(ctx, { ...input, key, limit }, topicId);
  if (topicId === null) {
    const field = property === undefined ? 'key' : 'topic';
    refuse(
      field,
      property === undefined ? t('id, key or topic is required.') : t('topic is required to search for a property.'),
      'a name',
    );
  }
  return await findInTopic(ctx, { ...input, limit }, topicId);
}

async function topicIdOf(ctx: BrokerContext, name: string): Promise<number> {
  // Not the directory: deleted topics can still be searched, and dead-letter topics are not made.
  const topic = await topicFind(ctx.store.console, name);
  if (topic !== null) return topic.topicId;
  throw topicNotFound(name);
}

async function findById(ctx: BrokerContext, id: string, topic: string | undefined): Promise<FoundMessages> {
  const [scheduled, halves] = await Promise.all([findScheduled(ctx, id), findTransactions(ctx, id)]);
  const places = (await findMessage(ctx, id)).filter((place) => topic === undefined || place.topic === topic);
  const elsewhere = [...scheduled.map(ofScheduled), ...halves.flatMap(ofHalf)].filter(
    (found) => (topic === undefined || found.topic === topic) && !places.some((place) => place.topic === found.topic),
  );
  return { items: [...elsewhere, ...(await withStates(ctx, places))], nextCursor: null, checked: null, behind: null };
}

type Asked = FindInput & { readonly limit: number };

async function findByKey(
  ctx: BrokerContext,
  input: Asked & { readonly key: string },
  topicId: number | null,
): Promise<FoundMessages> {
  const { key, from = null, to = null, state, limit } = input;
  const db = ctx.store.console;
  const isFirst = input.cursor === undefined && state === undefined;
  // First what waits outside the log: what leaves it meanwhile is then found in the log.
  const outside = isFirst
    ? [
        ...(await scheduledByKey(db, key, topicId, limit)).map(ofScheduled),
        ...(await halfByKey(db, key, topicId, limit)).flatMap(ofHalf),
      ]
    : [];
  const inRange = outside.filter((found) => isWithin(found, from, to));
  const behind = await keysBehind(db);
  const read: Read = async (before, size) => {
    const found = await placesByKey(db, key, { topicId, from, to, before, limit: size + 1 });
    const places = found.slice(0, size);
    return { places, next: found.length > size ? (places.at(-1) ?? null) : null, checked: places.length };
  };
  const page = await collect(ctx, read, input, state === undefined ? limit : MOST_STATES);
  const byId =
    input.any !== undefined && input.cursor === undefined && Buffer.byteLength(key) <= LIMITS.messageIdBytes
      ? (await findById(ctx, key, input.topic)).items
      : [];
  const isNew = ({ messageId, topic }: FoundMessage): boolean =>
    ![...inRange, ...page.items].some((other) => other.messageId === messageId && other.topic === topic);
  const ofState = ({ groups }: FoundMessage): boolean =>
    state === undefined || groups.some((group) => group.state === state);
  const ids = byId.filter((found) => isNew(found) && ofState(found) && isWithin(found, from, to));
  const items = [...ids, ...inRange, ...page.items].toSorted((a, b) => b.storedAt.getTime() - a.storedAt.getTime());
  return {
    items,
    nextCursor: page.nextCursor,
    checked: state === undefined ? null : { at: page.checked, of: null },
    behind,
  };
}

function isWithin({ storedAt }: FoundMessage, from: Date | null, to: Date | null): boolean {
  return (from === null || storedAt >= from) && (to === null || storedAt < to);
}

async function findInTopic(ctx: BrokerContext, input: Asked, topicId: number): Promise<FoundMessages> {
  const { queue = null, offset = null, from = null, to = null, state } = input;
  const property = askedProperty(ctx, input.topic ?? '', input.property);
  if (property !== null && from === null) refuse('from', t('from is required to search for a property.'), 'a time');
  if (offset !== null && queue === null) refuse('queue', t('queue is required with an offset.'), 'a queue');
  const db = ctx.store.console;
  let parts: LogPart[] = [];
  const read: Read = async (before, size) => {
    parts = await logParts(db, topicId, { queueNo: queue, from, to, before, offset });
    const left = sum(parts, ({ low, upTo }) => upTo - low);
    const lookAt = property === null ? size : Math.max(200, Math.floor(CHUNK / Math.max(1, parts.length / 4)));
    const found = await lookThrough(db, parts, property, lookAt);
    const hits = found.filter(({ hit }) => hit).slice(0, size);
    const last = hits.length === size ? hits.at(-1) : found.at(-1);
    const checked = last?.rank ?? 0;
    return {
      places: hits.map((hit) => ({ ...hit, letterId: null })),
      next: last === undefined || checked >= left ? null : last,
      checked,
    };
  };
  const most = state !== undefined ? MOST_STATES : property === null ? input.limit : MOST_PROPERTIES;
  const page = await collect(ctx, read, input, most);
  if (queue !== null && parts.length === 0)
    refuse('queue', t('Queue {queue} does not exist.', { queue }), 'a queue of the topic');
  const of = sum(parts, ({ low, high }) => high - low);
  const at =
    page.nextCursor === null ? of : Math.min(of, sum(parts, ({ high, upTo }) => high - upTo) + page.lastChecked);
  return { items: page.items, nextCursor: page.nextCursor, checked: { at, of }, behind: null };
}

function sum(parts: readonly LogPart[], of: (part: LogPart) => number): number {
  return parts.reduce((total, part) => total + of(part), 0);
}

interface Chunk {
  readonly places: readonly FoundPlace[];
  /** Where the next one goes on; null: that was all. */
  readonly next: PlaceCursor | null;
  readonly checked: number;
}
type Read = (before: PlaceCursor | null, size: number) => Promise<Chunk>;

/** Reads on until the page is full, everything was checked, or as much as one request may. */
async function collect(
  ctx: BrokerContext,
  read: Read,
  { state, limit, cursor }: Asked,
  most: number,
): Promise<{ items: FoundMessage[]; nextCursor: string | null; checked: number; lastChecked: number }> {
  const items: FoundMessage[] = [];
  let before = readCursor(cursor);
  let checked = 0;
  for (;;) {
    const chunk = await read(before, state === undefined ? limit - items.length : STATES_AT_ONCE);
    const rows = await messageRows(ctx.store.console, chunk.places);
    const found = await withStates(ctx, rows);
    for (const [index, message] of found.entries()) {
      if (state !== undefined && !message.groups.some((group) => group.state === state)) continue;
      items.push(message);
      if (items.length < limit) continue;
      const isLast = index === found.length - 1;
      const row = rows[index];
      const place = isLast
        ? chunk.next
        : chunk.places.find(({ queueId, off }) => queueId === row?.queueId && off === row.off);
      const lastChecked = isLast ? chunk.checked : index + 1;
      return { items, nextCursor: place == null ? null : toCursor(place), checked: checked + lastChecked, lastChecked };
    }
    checked += chunk.checked;
    if (chunk.next === null) return { items, nextCursor: null, checked, lastChecked: chunk.checked };
    if (checked >= most) return { items, nextCursor: toCursor(chunk.next), checked, lastChecked: chunk.checked };
    before = chunk.next;
  }
}

/** What is stored at places, with its states; what went meanwhile is left out. */
export async function foundAt(
  ctx: BrokerContext,
  places: readonly { readonly queueId: number; readonly off: number }[],
): Promise<FoundMessage[]> {
  const rows = await messageRows(
    ctx.store.console,
    places.map(({ queueId, off }) => ({ queueId, off, letterId: null })),
  );
  return await withStates(ctx, rows);
}

async function withStates(ctx: BrokerContext, rows: readonly MessagePlaceRow[]): Promise<FoundMessage[]> {
  const states = await statesOf(ctx, rows);
  return rows.map((row, index) => ({
    messageId: row.messageId,
    topic: row.topic,
    type: row.kind,
    queueNo: row.queueNo,
    offset: row.off,
    outside: null,
    storedAt: row.storedAt,
    tag: row.tag,
    messageGroup: row.messageGroup,
    priority: priorityOf(row.properties) ?? null,
    keys: row.keys ?? [],
    bodyBytes: row.bodyBytes,
    groups: states[index]?.groups ?? [],
    moreGroups: states[index]?.moreGroups ?? false,
  }));
}

const NO_GROUP = { offset: null, priority: null, groups: [], moreGroups: false } as const;

function ofScheduled(row: ScheduledMessage): FoundMessage {
  const { messageId, topic, queueNo, tag, messageGroup, keys, bodyBytes } = row;
  const outside = row.recalledAt === null ? 'scheduled' : 'recalled';
  return {
    messageId,
    topic,
    type: 'DELAY',
    queueNo,
    outside,
    storedAt: row.scheduledAt,
    tag,
    messageGroup,
    keys,
    bodyBytes,
    ...NO_GROUP,
  };
}

/** One that was committed is in the log. */
function ofHalf({ messageId, topic, state, storedAt, tag, keys, bodyBytes }: HalfMessage): FoundMessage[] {
  if (state === 'committed') return [];
  return [
    {
      messageId,
      topic,
      type: 'TRANSACTION',
      queueNo: 0,
      outside: 'transaction',
      storedAt,
      tag,
      messageGroup: null,
      keys: keys ?? [],
      bodyBytes,
      ...NO_GROUP,
    },
  ];
}

/**
 * "name=value", where a name has no "=". Who may not see a value must not find it out by asking for it again and again.
 * @returns null: none is asked for @throws BrokerError bad-request
 */
export function askedProperty(
  { masks }: Pick<BrokerContext, 'masks'>,
  topic: string,
  text: string | undefined,
): { readonly name: string; readonly value: string } | null {
  if (text === undefined) return null;
  const at = text.indexOf('=');
  if (at < 1) refuse('property', t('property must be of the form name=value.'), 'name=value', text);
  const name = text.slice(0, at).trim();
  const rule = hidingProperty(name, rulesByName(masks, topic));
  if (rule !== null)
    refuse(
      'property',
      t('Rule {rule} hides the property {name} from you.', { name, rule: rule.name }),
      'a property that is shown',
      name,
    );
  return { name, value: text.slice(at + 1) };
}

function toCursor({ at, queueId, off }: PlaceCursor): string {
  return `${at}_${queueId}_${off}`;
}

function readCursor(text: string | undefined): PlaceCursor | null {
  const parts = cursorParts(text, /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,9})_(\d{1,15})$/);
  return parts === null ? null : { at: parts[0] ?? '', queueId: Number(parts[1]), off: Number(parts[2]) };
}

function refuse(field: string, message: string, limit: string, value?: string): never {
  throw new BrokerError('bad-request', message, { field, limit, ...(value === undefined ? {} : { value }) });
}
