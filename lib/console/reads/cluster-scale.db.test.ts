// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';

import { call, openTestApi, type TestApi } from '../../testing/api';
import { type AttachedFake, startAttachedFake } from '../../testing/cluster/attached';
import { route } from '../http/operation';
import { putCluster } from '../operations/clusters/clusters';
import { reads } from './registry';

const GROUPS = 200;
const TOPICS = 50;
const QUEUES = 4;
const workspace = 'large';
/** Of the console at each broker, background and pages together; see docs/cluster/operate.md. */
const MOST_CALLS_PER_SECOND = 30;

let api: TestApi;
let fake: AttachedFake;
beforeAll(async () => {
  api = await openTestApi();
  fake = await startAttachedFake();
  for (const broker of fake.brokers.values()) {
    for (let n = 0; n < TOPICS; n += 1) broker.addTopic(`topic-${n}`, QUEUES);
    for (let g = 0; g < GROUPS; g += 1) {
      broker.addGroup(`group-${g}`);
      // Every group reads every topic: 80,000 rows at both brokers.
      for (let n = 0; n < TOPICS; n += 1)
        for (let queue = 0; queue < QUEUES; queue += 1) broker.setOffset(`group-${g}`, `topic-${n}`, queue, {});
    }
  }
  await call(route(putCluster), {
    params: { cluster: workspace },
    body: { environment: 'staging', nameServers: [fake.address] },
  });
}, 120_000);
afterAll(async () => {
  await fake.close();
  await api.close();
});

interface Page {
  readonly items: readonly { readonly figures: { readonly ready: { readonly kind: string } } }[];
  readonly brokers: { readonly callsPerSecond: { readonly value: number } };
}

test('200 groups on 50 topics of 2 brokers: pages answer at once, and the budget of each broker is kept', async () => {
  const look = async (): Promise<{ readonly page: Page; readonly tookMs: number }> => {
    const startedMs = performance.now();
    const page = await api.read<Page>(reads.groups, `workspace=${workspace}`);
    return { page, tookMs: performance.now() - startedMs };
  };
  const countAll = (): number =>
    [...fake.brokers.values()].reduce((most, { peer }) => Math.max(most, peer.asked.length), 0);
  const first = await look();
  expect(first.page.items).toHaveLength(GROUPS);
  const [startedMs, callsBefore, cpuBefore] = [performance.now(), countAll(), process.cpuUsage()];
  const taken: number[] = [];
  let known = 0;
  while (known < GROUPS && performance.now() - startedMs < 150_000) {
    const { page, tookMs } = await look();
    taken.push(tookMs);
    known = page.items.filter(({ figures }) => figures.ready.kind !== 'unknown').length;
    await new Promise((resolve) => void setTimeout(resolve, 1_000));
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  const perSecond = (countAll() - callsBefore) / seconds;
  const { user, system } = process.cpuUsage(cpuBefore);
  const sorted = taken.toSorted((a, b) => a - b);
  const topicsMs = performance.now();
  await api.read(reads.brokerTopics, `workspace=${workspace}`);
  const tookTopicsMs = performance.now() - topicsMs;
  process.stdout.write(
    `${JSON.stringify({
      ...{ firstPageMs: Math.round(first.tookMs), pageMedianMs: Math.round(sorted[sorted.length >> 1] ?? 0) },
      ...{ pageMostMs: Math.round(sorted.at(-1) ?? 0), topicsPageMs: Math.round(tookTopicsMs), known },
      ...{ allGroupsAfterS: Math.round(seconds), callsPerSecondAndBroker: Math.round(perSecond * 10) / 10 },
      cpuSecondsBothSides: Math.round((user + system) / 100_000) / 10,
    })}\n`,
  );
  expect(known).toBe(GROUPS);
  expect(perSecond).toBeLessThan(MOST_CALLS_PER_SECOND);
  expect(sorted[sorted.length >> 1]).toBeLessThan(1_000);
}, 200_000);
