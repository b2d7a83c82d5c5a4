import { readFileSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { deadLetterBrowse } from '../../store/queries/dead-letter/dead-letter-browse';
import { deadLetterCauses, deadLetterCount } from '../../store/queries/dead-letter/dead-letter-causes';
import { deadLetterNth } from '../../store/queries/dead-letter/dead-letter-nth';
import type { Queryable } from '../../store/queryable';
import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { explained } from '../../testing/explained';
import { inFull } from '../../testing/full';
import { Scene } from '../../testing/scene';
import { reportFailure } from '../failure/report';
import type { DeadLetterFilter } from '../../model/redrive/redrive';
import { planRedrive } from '../redrive/plan';
import { browseDeadLetters, toMatch } from './browse';
import { listDeadLetterCauses } from './causes';
import { planLetters } from './change-letters';
import { exportDeadLetters } from './export';
import { groupDeadLetters } from './groups';
import { countNotSearched, indexLetters } from './index-letters';
import { LOOKED_THROUGH, lookThrough } from './look-through';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const found = async (at: Scene, filter: DeadLetterFilter): Promise<string[]> =>
  (await browseDeadLetters(broker.ctx, { group: at.group, limit: 500, ...filter })).items
    .map(({ messageId }) => messageId)
    .toSorted();

async function dead(at: Scene, fields: Parameters<Scene['send']>[0]): Promise<string> {
  const id = await at.send(fields);
  await at.fail(await at.one(at.push()));
  return id;
}

test('words of error, body, ids and keys find a letter; a report that comes late is found too; bytes are not text', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const yen = await dead(at, { body: json({ currency: 'JPY', tenant: 'Nordwind' }), keys: ['order-62'] });
  const euro = await dead(at, { body: json({ currency: 'EUR', tenant: 'Südwind' }), keys: ['order-63'] });
  const bytes = await dead(at, { body: Buffer.from([0xff, 0x00, 0x4a, 0x50, 0x59]), keys: ['bytes'] });
  const cut = await dead(at, { body: Buffer.from(`${'a '.repeat(2047)}ü later`), keys: ['cut'] });
  expect(await countNotSearched(broker.ctx)).toBe(4);
  expect(await found(at, { q: 'nordwind' })).toEqual([]);
  while (await indexLetters(broker.ctx));
  expect(await countNotSearched(broker.ctx)).toBe(0);
  expect(await found(at, { q: 'nordwind' })).toEqual([yen]);
  expect(await found(at, { q: 'JP nord' })).toEqual([yen]);
  expect(await found(at, { q: 'SÜDW' })).toEqual([euro]);
  expect(await found(at, { q: 'order-6' })).toEqual([yen, euro].toSorted());
  expect(await found(at, { q: 'wind' })).toEqual([]);
  expect(await found(at, { q: bytes })).toEqual([bytes]);
  expect(await found(at, { q: yen.slice(-10) })).toContain(yen);
  // Only the first bytes of a body are read, and a character that they cut in two hides nothing.
  expect(await found(at, { q: 'cut a' })).toEqual([cut]);
  expect(await found(at, { q: 'later' })).toEqual([]);
  await reportFailure(broker.ctx, {
    group: at.group,
    topic: at.topic,
    messageId: euro,
    attempt: 1,
    errorType: 'PaymentGatewayTimeout',
    message: 'northpay did not answer',
  });
  expect(await found(at, { q: 'paymentgateway northpay' })).toEqual([]);
  await indexLetters(broker.ctx);
  expect(await found(at, { q: 'paymentgateway northpay' })).toEqual([euro]);
  await expect(found(at, { q: ' -- ' })).rejects.toMatchObject({ code: 'bad-request', field: 'q' });
});

test.each([
  ['gzip', gzipSync],
  ['zlib, as the SDK for C++ sends it', deflateSync],
])('words and JSON paths see a packed body as its page does: %s', async (_, pack) => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const body = pack(json({ currency: 'JPY', tenant: 'Zipwind' }));
  const packed = await dead(at, { body, bodyEncoding: 'GZIP' });
  await dead(at, { body: Buffer.from('not packed'), bodyEncoding: 'GZIP' });
  await dead(at, { body: pack(Buffer.alloc(9 * 1024 * 1024)), bodyEncoding: 'GZIP' });
  const plain = await dead(at, { body: json({ currency: 'JPY', tenant: 'Plain' }) });
  while (await indexLetters(broker.ctx));
  expect(await countNotSearched(broker.ctx)).toBe(0);
  expect(await found(at, { q: 'zipwind' })).toEqual([packed]);
  expect(await found(at, { json: '$.currency == "JPY"' })).toEqual([packed, plain].toSorted());
  expect(await found(at, { json: '$.tenant == "Zipwind"' })).toEqual([packed]);
  expect(await found(at, { json: '$.tenant == "x"' })).toEqual([]);
});

test('words that were read before letters beyond ASCII counted are read again', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const id = await dead(at, { body: json({ tenant: 'Südwind' }) });
  while (await indexLetters(broker.ctx));
  await broker.ctx.store.broker.query(
    `UPDATE letter_text SET words = array_to_tsvector(ARRAY['s', 'dwind'])
      WHERE dead_letter_id = (SELECT dead_letter_id FROM dead_letter WHERE msg_id = $1)`,
    [id],
  );
  expect(await found(at, { q: 'südwind' })).toEqual([]);
  const sql = readFileSync('prisma/migrations/0033_run_counts/migration.sql', 'utf8');
  await broker.ctx.store.broker.query(sql.slice(sql.indexOf('INSERT INTO letter_text_due')));
  while (await indexLetters(broker.ctx));
  expect(await found(at, { q: 'südwind' })).toEqual([id]);
});

test('a JSON path narrows the list; one that is none is refused with its place; keys and deliveries are exact', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const yen = await dead(at, { body: json({ currency: 'JPY', lines: [{ sku: 'a', n: 3 }] }), keys: ['k-1'] });
  const euro = await dead(at, { body: json({ currency: 'EUR', lines: [] }), keys: ['k-1', 'k-2'] });
  await dead(at, { body: Buffer.from('not json') });
  await dead(at, { body: json({ currency: 'JPY' }), bodyEncoding: 'GZIP' });
  expect(await found(at, { json: '$.currency = "JPY"' })).toEqual([yen]);
  expect(await found(at, { json: '$.currency' })).toEqual([yen, euro].toSorted());
  expect(await found(at, { json: '$.lines[*] ? (@.n > 2)' })).toEqual([yen]);
  expect(await found(at, { json: 'exists($.lines[*].sku)' })).toEqual([yen]);
  expect(await found(at, { json: '!($.currency == "JPY") && $.currency like_regex "^E"' })).toEqual([euro]);
  await expect(found(at, { json: '$.currency == JPY' })).rejects.toMatchObject({ code: 'bad-request', field: 'json' });
  await expect(found(at, { json: '$.a = ' })).rejects.toMatchObject({
    message: expect.stringContaining('character') as string,
  });
  expect(await found(at, { key: 'k-2' })).toEqual([euro]);
  expect(await found(at, { key: 'k' })).toEqual([]);
  expect(await found(at, { attemptsFrom: 2 })).toEqual([]);
  expect(await found(at, { attemptsTo: 1, key: 'k-1' })).toEqual([yen, euro].toSorted());
});

test('topic and version of the application narrow the list, a plan, a change and an export alike', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const named = await dead(at, {});
  const unnamed = await dead(at, {});
  const db = broker.database.store.console;
  await db.query(`UPDATE dead_letter SET app_version = '2.14.0' WHERE msg_id = $1`, [named]);
  expect(await found(at, { appVersion: '2.14.0' })).toEqual([named]);
  expect(await found(at, { appVersion: 'not reported' })).toEqual([unnamed]);
  expect(await found(at, { appVersion: '2.14' })).toEqual([]);
  expect(await found(at, { topic: at.topic })).toEqual([named, unnamed].toSorted());
  const other = await Scene.open(broker);
  expect(await found(at, { topic: other.topic })).toEqual([]);
  await expect(found(at, { topic: 'no-such-topic' })).rejects.toMatchObject({
    code: 'topic-not-found',
    field: 'topic',
  });

  const selection = { group: at.group, filter: { topic: at.topic, appVersion: '2.14.0' } };
  expect(await planRedrive(broker.ctx, selection)).toMatchObject({ matched: 1 });
  expect(await planLetters(broker.ctx, 'hold', selection)).toMatchObject({ matched: 1 });
  const actor = { kind: 'operator' as const, name: 'ana@example.com' };
  const file = await exportDeadLetters(broker.ctx, { ...selection.filter, group: at.group, actor, format: 'csv' });
  expect(file.matched).toBe(1);
});

test('an export has every letter once, and a row in the audit log before the first one', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const sent: string[] = [];
  for (let n = 0; n < 3; n += 1) sent.push(await dead(at, { body: Buffer.alloc(3 * 1024 * 1024, 'x') }));
  const actor = { kind: 'operator' as const, name: 'ana@example.com' };
  const { matched, pages } = await exportDeadLetters(broker.ctx, { group: at.group, actor, format: 'csv' });
  const { rows } = await broker.database.store.console.query<{ counts: unknown }>(
    `SELECT counts FROM audit WHERE action = 'dead-letter.export' AND target = $1`,
    [at.group],
  );
  expect(rows).toEqual([{ counts: { matched: 3 } }]);
  const late = await dead(at, {});
  const read: string[][] = [];
  for await (const page of pages) read.push(page.map(({ messageId }) => messageId));
  // Pages are bounded by their bytes, and what died later is not in the set.
  expect(read.map((page) => page.length)).toEqual([1, 1, 1]);
  expect(read.flat().toSorted()).toEqual(sent.toSorted());
  expect(read.flat()).not.toContain(late);
  expect(matched).toBe(3);
});

/** So many that reading all of them is more than a page may touch. */
const LETTERS = inFull(30_000, 100_000);
/** Blocks that a page may touch, however many letters there are. */
const MOST_BLOCKS = 1000;
/** The group that has them. */
let storm = '';

/** Their words as the worker reads them, but made by the database at once. */
async function seedLetters(db: Queryable, group: string): Promise<void> {
  await db.query(
    `INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at, kind,
       keys, body_encoding, born_at, born_host, stored_at, body, fingerprint, app_version)
     SELECT d.group_id, d.queue_id, 1000000 + n, 0, d.seg, d.topic_id, 'bulk-' || n, 1 + n % 5, 'nack',
            d.dead_at + n * interval '1 ms', d.kind, ARRAY['order-' || n], 'IDENTITY', d.born_at, d.born_host, d.stored_at,
            convert_to('{"tenant":"tenant-' || n % 40 || '","note":"' || repeat('x', 100) || '"}', 'UTF8'),
            lpad(to_hex(n % 50), 16, '0'), '2.14.' || n % 5
       FROM (SELECT d.* FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1 LIMIT 1) d,
            generate_series(1, $2::int) n`,
    [group, LETTERS],
  );
  await db.query(
    `INSERT INTO letter_text (dead_letter_id, words)
     SELECT d.dead_letter_id, array_to_tsvector(ARRAY['bulk', 'order', (d.off - 1000000)::text, 'tenant', 'note'])
       FROM dead_letter d WHERE d.off > 1000000`,
  );
  await db.query('VACUUM (ANALYZE) dead_letter');
  await db.query('VACUUM (ANALYZE) letter_text');
}

test(`of ${LETTERS} letters any page reads its own rows by an index, whatever the filter`, async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await dead(at, { body: json({ currency: 'JPY' }) });
  // A connection of its own: the product's end a statement after seconds.
  await withAdmin(broker.database.url, (client) => seedLetters(client, at.group));
  storm = at.group;
  const filters: readonly [string, DeadLetterFilter][] = [
    ['all', {}],
    ['group', { group: at.group }],
    ['cause', { group: at.group, cause: '7'.padStart(16, '0') }],
    ['topic', { group: at.group, topic: at.topic }],
    ['client version', { group: at.group, appVersion: '2.14.3' }],
    ['key', { key: `order-${LETTERS / 2}` }],
    ['rare words', { q: `order ${LETTERS - 1}` }],
    ['words of many', { q: 'tenant' }],
    ['deliveries', { group: at.group, attemptsFrom: 3 }],
    ['JSON path of some', { group: at.group, json: '$.tenant == "tenant-3"' }],
  ];
  const dear: string[] = [];
  for (const [name, filter] of filters) {
    let cursor: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const seen = await explain(() =>
        browseDeadLetters(broker.ctx, { ...filter, ...(cursor === null ? {} : { cursor }), limit: 50 }),
      );
      cursor = seen.cursor;
      if (seen.letters === 0) dear.push(`${name}, page ${page + 1}: none`);
      if (seen.blocks > MOST_BLOCKS) dear.push(`${name}, page ${page + 1}: ${seen.blocks} blocks, ${seen.ms} ms`);
      if (cursor === null) break;
      // Any place: half-way down the list.
      if (page === 1)
        cursor = cursor.replace(/^[^_]+/, (at) =>
          new Date(Date.parse(at) - LETTERS * 0.4).toISOString().replace('Z', '000Z'),
        );
    }
  }
  expect(dear).toEqual([]);
}, 180_000);

test('what no index answers is looked for in the newest letters first: counts say at least, pages go on to the end', async () => {
  const of = { group: storm };
  const db = broker.ctx.store.console;
  const { groupId } = await broker.ctx.groups.find(of.group);
  for (const filter of [{ json: '$.tenant == "tenant-3"' }, { json: '$.nothing' }, { q: 'tenant' }]) {
    const match = await toMatch(broker.ctx, { ...of, ...filter });
    const since = (await lookThrough(broker.ctx, match)) ?? undefined;
    const asked = {
      look: (q: Queryable) => deadLetterNth(q, { groupId }, null, LOOKED_THROUGH),
      causes: (q: Queryable) => deadLetterCauses(q, { ...match, since }, 100),
      count: (q: Queryable) => deadLetterCount(q, { ...match, since }),
      page: (q: Queryable) => deadLetterBrowse(q, { ...match, since }, null, 51),
    };
    for (const [name, run] of Object.entries(asked)) {
      const { ms, text } = await explained(db, run);
      // Of a processor that is slow, too.
      expect(ms, `${JSON.stringify(filter)} ${name}: ${text}`).toBeLessThan(250);
    }
  }
  // One of 40 is of that tenant.
  const some = { ...of, json: '$.tenant == "tenant-3"' };
  expect(await listDeadLetterCauses(broker.ctx, some)).toMatchObject({
    matching: LOOKED_THROUGH / 40,
    looked: LOOKED_THROUGH,
  });
  expect(await groupDeadLetters(broker.ctx, some, 'topic')).toMatchObject({
    ...{ items: [{ count: LOOKED_THROUGH / 40 }], looked: LOOKED_THROUGH },
  });
  // Few enough to be looked through: exact.
  const few = { ...some, attemptsFrom: 2, key: 'order-3' };
  expect(await listDeadLetterCauses(broker.ctx, few)).toMatchObject({ matching: 1, looked: null });
  // The last page is reached, and no letter is left out: the one that died first is the only one in yen.
  let cursor: string | null = '';
  const ids: string[] = [];
  for (let pages = 0; cursor !== null && pages < 100; pages += 1) {
    const page = await browseDeadLetters(broker.ctx, { ...of, json: '$.currency == "JPY"', cursor, limit: 50 });
    ids.push(...page.items.map(({ messageId }) => messageId));
    cursor = page.nextCursor;
  }
  expect([ids.length, cursor]).toEqual([1, null]);
  // What acts on a set takes all of it.
  expect(await planRedrive(broker.ctx, { ...of, filter: some })).toMatchObject({ matched: LETTERS / 40 });
}, 60_000);

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** What the statement of the page touches. */
async function explain(
  browse: () => ReturnType<typeof browseDeadLetters>,
): Promise<{ letters: number; blocks: number; ms: number; cursor: string | null }> {
  const pool = broker.database.store.console;
  const query = pool.query.bind(pool);
  const statements: { text: string; values: unknown[] }[] = [];
  pool.query = ((given: string | { text: string; values: unknown[] }, ...rest: unknown[]) => {
    if (typeof given === 'object' && given.text.startsWith('WITH page')) statements.push(given);
    return (query as (...args: unknown[]) => unknown)(given, ...rest);
  }) as typeof pool.query;
  const { items, nextCursor } = await browse();
  pool.query = query;
  const [statement] = statements;
  if (statement === undefined) throw new Error('no statement of a page was seen');
  const { rows } = await query<{ 'QUERY PLAN': { Plan: Plan; 'Execution Time': number }[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`,
    statement.values,
  );
  const [read] = rows[0]?.['QUERY PLAN'] ?? [];
  if (read === undefined) throw new Error('no plan');
  const blocks = read.Plan['Shared Hit Blocks'] + read.Plan['Shared Read Blocks'];
  return { letters: items.length, blocks, ms: read['Execution Time'], cursor: nextCursor };
}
