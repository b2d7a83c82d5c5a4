// @module-tag landing
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { DeadLetterFilter } from '../../model/redrive/redrive';
import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { attachFake } from '../../testing/cluster/attach-fake';
import { addLetter } from '../../testing/cluster/letters';
import { explained } from '../../testing/explained';
import { inFull } from '../../testing/full';
import { Scene } from '../../testing/scene';
import { deadLetterBrowse } from '../../store/queries/dead-letter/dead-letter-browse';
import { letterTextFew } from '../../store/queries/dead-letter/letter-text';
import type { BrokerContext } from '../context';
import { reportFailure } from '../failure/report';
import { planRedrive } from '../redrive/plan';
import { browseDeadLetters, toMatch } from './browse';
import { planLetters } from './change-letters';
import { countNotSearched, indexLetters } from './index-letters';
import { lookThrough } from './look-through';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

/** Key and body of each dead letter. */
const BODIES: Readonly<Record<string, string>> = {
  simplified: '订单支付失败，库存不足',
  japanese: '注文の支払いに失敗しました',
  halfWidth: 'ｵｰﾀﾞｰ ４２ エラー',
  thai: 'คำสั่งซื้อล้มเหลว',
  korean: '주문결제가 실패했습니다',
  decomposed: '주문 취소'.normalize('NFD'),
  mixed: '支付SN88失败',
  escaped: JSON.stringify({ status: '退款处理中', note: 'line\nbreak' }).replaceAll(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
  broken: String.raw`{"a":"\u0000\ud800\uZZ \\u仓库"`,
};
const LOOKED_FOR: readonly (readonly [q: string, keys: readonly string[]])[] = [
  ['订单', ['simplified']],
  ['库存', ['simplified']],
  ['支付', ['mixed', 'simplified']],
  ['失败', ['mixed', 'simplified']],
  ['失', ['japanese', 'mixed', 'simplified']],
  ['订单支付失败', ['simplified']],
  ['库存 支付', ['simplified']],
  ['订单失败', []],
  ['订单支付失败了', []],
  ['失敗', ['japanese']],
  ['支払いに失敗', ['japanese']],
  ['オーダー', ['halfWidth']],
  ['ｴﾗｰ 42', ['halfWidth']],
  ['ล้มเหลว', ['thai']],
  ['สั่งซื้อ', ['thai']],
  ['결제', ['korean']],
  ['실패', ['korean']],
  ['취소', ['decomposed']],
  ['ＳＮ８８', ['mixed']],
  ['处理', ['escaped']],
  ['break', ['escaped']],
  ['仓库', ['broken']],
];
const search = async (ctx: BrokerContext, filter: DeadLetterFilter): Promise<readonly string[]> =>
  (await browseDeadLetters(ctx, { ...filter, limit: 500 })).items.map(({ key }) => key ?? '').toSorted();
const indexed = async (ctx: BrokerContext): Promise<void> => {
  while (await indexLetters(ctx));
};

describe('any part of a word of a script without spaces finds a dead letter', () => {
  test('of the embedded broker, and a re-drive, a hold and a plan take the set that the list shows', async () => {
    const at = await Scene.open(broker, { maxRetries: 0 });
    for (const [key, body] of Object.entries(BODIES)) {
      await at.send({ body: Buffer.from(body), keys: [key] });
      await at.fail(await at.one(at.push()));
    }
    await indexed(broker.ctx);
    for (const [q, keys] of LOOKED_FOR) {
      const filter = { group: at.group, q };
      expect([q, await search(broker.ctx, filter)]).toEqual([q, keys]);
      expect(await planRedrive(broker.ctx, { group: at.group, filter })).toMatchObject({ matched: keys.length });
      expect(await planLetters(broker.ctx, 'hold', { group: at.group, filter })).toMatchObject({
        matched: keys.length,
      });
    }
  });

  test('of a cluster', async () => {
    const eu = await attachFake(broker);
    for (const [key, body] of Object.entries(BODIES))
      addLetter(eu.fake.broker('broker-a'), 'billing', { id: key, properties: { KEYS: key }, body });
    eu.index.lookAgain();
    await eu.index.round(eu.engine.cluster, () => Promise.resolve(true));
    await indexed(eu.engine.letters);
    for (const [q, keys] of LOOKED_FOR) expect([q, await search(eu.engine.letters, { q })]).toEqual([q, keys]);
    await eu.close();
  });

  test('in errors and keys too', async () => {
    const at = await Scene.open(broker, { maxRetries: 0 });
    const messageId = await at.send({ keys: ['发票号码一二三'] });
    await at.fail(await at.one(at.push()));
    await reportFailure(broker.ctx, {
      ...{ group: at.group, topic: at.topic, messageId, attempt: 1 },
      ...{ errorType: 'Fehler', message: '服务器连接超时' },
    });
    await indexed(broker.ctx);
    for (const q of ['号码', '连接超时', '超时'])
      expect([q, await search(broker.ctx, { group: at.group, q })]).toEqual([q, ['发票号码一二三']]);
  });
});

test('dead letters of before the upgrade are read by the worker, and counted until then', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await at.send({ body: Buffer.from('旧的订单记录'), keys: ['old'] });
  await at.fail(await at.one(at.push()));
  await indexed(broker.ctx);
  const db = broker.ctx.store.broker;
  await db.query(
    `UPDATE letter_text SET words = array_to_tsvector(ARRAY['旧的订单记录', 'old'])
      WHERE dead_letter_id = (SELECT max(dead_letter_id) FROM dead_letter)`,
  );
  expect(await search(broker.ctx, { group: at.group, q: '订单' })).toEqual([]);
  const migration = readFileSync('prisma/migrations/0063_search_and_causes/migration.sql', 'utf8');
  await db.query(migration.slice(0, migration.indexOf('-- The fingerprint')));
  expect(await countNotSearched(broker.ctx)).toBeGreaterThan(0);
  expect(await search(broker.ctx, { group: at.group, q: '旧的' })).toEqual(['old']);
  await indexed(broker.ctx);
  expect(await countNotSearched(broker.ctx)).toBe(0);
  expect(await search(broker.ctx, { group: at.group, q: '订单' })).toEqual(['old']);
});

const LETTERS = inFull(5000, 100_000);
const MOST_MS = 300;

test(`any part of a word of ${LETTERS} Chinese dead letters is found in time`, async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await at.send({});
  await at.fail(await at.one(at.push()));
  await withAdmin(broker.database.url, async (client) => {
    await client.query(
      `INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at, kind,
         keys, body_encoding, born_at, born_host, stored_at, body, fingerprint)
       SELECT d.group_id, d.queue_id, 1000000 + n, 0, d.seg, d.topic_id, 'zh-' || n, 1, 'nack',
              d.dead_at + n * interval '1 ms', d.kind, ARRAY['zh-' || n], 'IDENTITY', d.born_at, d.born_host, d.stored_at,
              convert_to('订单支付失败，库存不足，' || (
                SELECT string_agg(chr(19968 + (n * 7919 + i * 104729) % 20000), '') FROM generate_series(1, 100) i),
                'UTF8'), ''
         FROM (SELECT d.* FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1 LIMIT 1) d,
              generate_series(1, $2::int) n`,
      [at.group, LETTERS],
    );
    // What the worker does, at once.
    await client.query(
      `INSERT INTO letter_text (dead_letter_id, words)
       SELECT d.dead_letter_id,
              array_to_tsvector(words_of(concat_ws(' ', d.msg_id, body_text(d.body_encoding, d.body, 4096))))
         FROM dead_letter d WHERE d.off > 1000000`,
    );
    await client.query('VACUUM (ANALYZE) dead_letter');
    await client.query('VACUUM (ANALYZE) letter_text');
  });
  const rare = await broker.ctx.store.console.query<{ rare: string }>(
    `SELECT substr(convert_from(d.body, 'UTF8'), 60, 3) AS rare FROM dead_letter d WHERE d.msg_id = 'zh-77'`,
  );
  for (const q of [rare.rows[0]?.rare ?? '', '支付', '库', '支付失败 库存', '没有的词']) {
    const { ms, text } = await explained(broker.ctx.store.console, (db) => letterTextFew(db, q, 10_000));
    expect(ms, `${q}: ${text}`).toBeLessThan(MOST_MS);
    const { ms: pageMs, text: page } = await pageOf(at.group, q);
    expect(pageMs, `${q}: ${page}`).toBeLessThan(MOST_MS);
  }
  // 4 KB are what is read of a body: of one character after another, each with another neighbour.
  const longest = await explained(broker.ctx.store.console, (db) =>
    db.query(
      `SELECT cardinality(words_of(b)) FROM (SELECT string_agg(chr(19968 + i * 7919 % 20000), '') AS b
         FROM generate_series(1, 1365) i) n`,
    ),
  );
  expect(longest.ms).toBeLessThan(50);
}, 300_000);

/** The first page of what matches, as the list reads it. */
async function pageOf(group: string, q: string) {
  const { console: db } = broker.ctx.store;
  const match = await toMatch(broker.ctx, { group, q });
  const since = (await lookThrough(broker.ctx, match)) ?? undefined;
  return await explained(db, (given) => deadLetterBrowse(given, { ...match, since }, null, 51));
}
