import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { flushHistory } from '../../broker/history/flush';
import { rollUpHistory } from '../../broker/history/roll-up';
import { sampleHistory } from '../../broker/history/sample';
import { findGroupBacklog, findTopicBacklog } from '../../engine';
import { speechIn } from '../../language/catalogues';
import { inSpeech } from '../../model/language/speech';
import { plain } from '../../model/plain';
import { openTestApi, type TestApi } from '../../testing/api';
import type { TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import type { ApiRoute } from '../http/define-route';
import { route } from '../http/operation';
import { getGroupBacklog, getTopicBacklog } from '../operations/backlog/backlog';
import { getHistory } from '../operations/backlog/history';

const ADMIN = 'admin-token-of-the-environment';
let api: TestApi;
let broker: TestBroker;

beforeAll(async () => {
  api = await openTestApi({ realTime: false });
  broker = api.broker;
});
afterAll(() => api.close());
beforeEach(() => broker.clock.advance(60_000 - (broker.clock.nowOrNull().getTime() % 60_000)));

async function get({ handle }: ApiRoute, params: Record<string, string>, query = '', token = ADMIN) {
  const request = new Request(`http://localhost/api/v1/x${query}`, { headers: { authorization: `Bearer ${token}` } });
  const response = await handle(request, params);
  return { status: response.status, body: (await response.json()) as never };
}

async function step(): Promise<void> {
  await flushHistory(broker.ctx);
  await sampleHistory(broker.ctx);
  broker.clock.advance(10_000);
}

test('a group: counts, rates, time to drain, per topic and queue; unknown says why', async () => {
  const at = await Scene.open(broker);
  await at.push();
  for (let index = 0; index < 7; index += 1) {
    await at.sendMany(6);
    await step();
  }
  const { status, body } = await get(route(getGroupBacklog), { group: at.group });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    total: { kind: 'value', value: 42 },
    rates: [
      { minutes: 1, in: { kind: 'value', value: 0.6 }, out: { kind: 'value', value: 0 } },
      { minutes: 5, in: { kind: 'unknown', value: null, reason: 'only 60 s of 300 s are counted so far' } },
      { minutes: 15, in: { kind: 'unknown' } },
    ],
    drain: { kind: 'growing', perSecond: 0.6, seconds: null },
    redrive: null,
    retryAmplification: { kind: 'unknown' },
    topics: [{ topic: at.topic, queue: null, behind: { value: 42 }, drain: { kind: 'growing' } }],
  });
  const { queues } = body as { queues: { behind: { value: number } }[] };
  expect(queues).toHaveLength(4);
  expect(queues.reduce((sum, { behind }) => sum + behind.value, 0)).toBe(42);
  const topic = await get(route(getTopicBacklog), { topic: at.topic });
  expect(topic.body).toMatchObject({
    inflow: [
      { minutes: 1, in: { kind: 'value', value: 0.6 } },
      { minutes: 5 },
      { minutes: 15, in: { kind: 'unknown' } },
    ],
    groups: [{ group: at.group, behind: { value: 42 } }],
  });
});

test('history: points with what is known, gaps without samples; limits are named', async () => {
  const at = await Scene.open(broker);
  await at.push();
  await at.sendMany(5);
  await step();
  broker.clock.advance(20_000);
  await step();
  const { body } = await get(route(getHistory), {}, `?scope=group&name=${at.group}&from=-5m`);
  expect(body).toMatchObject({
    stepSeconds: 10,
    points: [{ values: { backlog: 5, delivered: 0 } }, { values: { backlog: 5 } }],
  });
  broker.clock.advance(120_000);
  await rollUpHistory(broker.ctx);
  expect((await get(route(getHistory), {}, `?scope=group&name=${at.group}&from=-7d&step=60`)).body).toMatchObject({
    error: { field: 'step', limit: 'long enough for at most 2000 points' },
  });
  expect((await get(route(getHistory), {}, `?scope=group&name=${at.group}&from=-7d`)).body).toMatchObject({
    stepSeconds: 1_800,
    points: [{ values: { backlog: 5 } }],
  });
  const topic = await get(route(getHistory), {}, `?scope=topic&name=${at.topic}&from=-1h`);
  expect(topic.body).toMatchObject({ points: [{ values: { messagesIn: 5 } }] });
  const database = await get(route(getHistory), {}, '?scope=broker&from=-1h');
  expect((database.body as { points: unknown[] }).points.length).toBeGreaterThan(1);
});

test.each([
  ['?scope=group&name=nobody', 404, 'group-not-found', undefined],
  ['?scope=topic&name=nothing', 404, 'topic-not-found', 'name'],
  ['?scope=planet', 400, 'bad-request', 'scope'],
  ['?scope=broker&from=-30d', 400, 'bad-request', 'from'],
  ['?scope=broker&from=-1h&to=-2h', 400, 'bad-request', 'from'],
  ['?scope=broker&from=-2d&step=10', 400, 'bad-request', 'step'],
  ['?scope=broker&step=9', 400, 'bad-request', 'step'],
])('%s is refused: %i %s', async (query, status, code, field) => {
  const answer = await get(route(getHistory), {}, query);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ error: { code, ...(field === undefined ? {} : { field }) } });
});

test('a scraper on another address or name than loopback needs a token', async () => {
  const { authorizeScrape } = await import('../http/scrape');
  const scrape = (headers: Record<string, string>) =>
    authorizeScrape(new Request('http://localhost/api/metrics', { headers }));
  expect((await scrape({}))?.status).toBe(401);
  expect((await scrape({ authorization: 'Bearer nonsense' }))?.status).toBe(401);
  expect(await scrape({ authorization: `Bearer ${ADMIN}` })).toBeNull();
  api.config.openMetrics = true;
  expect(await scrape({ host: '127.0.0.1:3000' })).toBeNull();
  // A page whose name was made to lead to this machine, or a proxy's name.
  expect((await scrape({ host: 'evil.example:3000' }))?.status).toBe(401);
  expect((await scrape({}))?.status).toBe(401);
});

test('one count serves readers of all languages: its reasons are messages until a reader is known', async () => {
  const at = await Scene.open(broker);
  await at.push();
  await step();
  await step();
  const { rates } = await findGroupBacklog(broker.ctx, at.group);
  const { inflow } = await findTopicBacklog(broker.ctx, at.topic);
  const shown = (language: 'zh-CN' | 'en') =>
    inSpeech(speechIn(language), () => plain([rates[2]?.in, inflow[2]?.in].map((each) => each?.reason)));
  expect(shown('zh-CN')).toEqual(Array(2).fill(expect.stringMatching(/^目前仅统计了 900 秒中的 \d+ 秒$/)));
  expect(shown('en')).toEqual(Array(2).fill(expect.stringMatching(/^only \d+ s of 900 s are counted so far$/)));
});
