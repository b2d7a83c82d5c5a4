// @module-tag long
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { MessageView } from 'rocketmq-client-nodejs';
import { afterEach, expect, test, vi } from 'vitest';

import { tell } from '../../lib/model/language/t';
import { pull } from '../../lib/cluster/admin/pull';
import { sendMessage } from '../../lib/cluster/admin/send-message';
import { PERMISSION } from '../../lib/cluster/admin/topic-config';
import { updateTopic } from '../../lib/cluster/admin/update-topic';
import { createGroup } from '../../lib/cluster/read/change-group';
import { createTopic } from '../../lib/cluster/read/change-topic';
import { readGroup } from '../../lib/cluster/read/read-groups';
import { readLoads } from '../../lib/engine';
import { CLUSTER_MARK_NAMES, type ClusterMarkName, CLUSTER_MARKS } from '../../lib/model/cluster/cluster-mark';
import { startSimpleConsumer } from '../protocol/support/sdk';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { attachReal, describeReal } from './support/describe-real';
import { shutDown } from './support/shut-down';
import { skipTime } from './support/skip-time';

const RECORDED = fileURLToPath(new URL('../../lib/testing/cluster/recorded/', import.meta.url));
const isRate = (mark: ClusterMarkName): boolean => 'answers' in (CLUSTER_MARKS[mark].metric ?? {});
const REPORTED = CLUSTER_MARK_NAMES.filter((mark) => CLUSTER_MARKS[mark].key === null && !isRate(mark));

for (const version of VERSIONS)
  describeReal('metrics', { version, isTaken: TAKES_LONG, config: { metricsExporterType: 'PROM' } }, (scene) => {
    const attached = attachReal(scene, { withMetrics: true });
    afterEach(() => {
      vi.restoreAllMocks();
    });

    test('every mark is read with where the broker refuses, of the broker that it is of', async () => {
      const { engine } = attached;
      const pending = async () =>
        [...(await readLoads(engine)).reported.values()].some(
          ({ problem }) => problem !== null && tell(problem).includes('yet'),
        );
      await expect.poll(pending, { timeout: 30_000 }).toBe(false);
      const { parts, reported } = await readLoads(engine);
      // In one process, 5.3.3 takes all of its brokers for the one that was started last.
      const of = version === '5.3.3' ? ['broker-b'] : ['broker-a', 'broker-b'];
      expect([...reported].filter(([, { problem }]) => problem === null).map(([name]) => name)).toEqual(of);
      if (version === '5.3.3')
        expect(tell(reported.get('broker-a')?.problem ?? '')).toBe('it reports broker-b, not broker-a');
      for (const { broker: name, value } of parts.filter((part) => of.includes(part.broker)))
        for (const mark of REPORTED) {
          const found = value.marks[mark];
          expect([name, mark, found?.source]).toEqual([name, mark, 'prometheus']);
          expect(found?.value).toBeGreaterThanOrEqual(0);
          expect([mark, (found?.line ?? 0) > 0]).toEqual([mark, CLUSTER_MARKS[mark].line !== null]);
        }
      if (process.env['REDRIVE_RECORD'] === '1')
        writeFileSync(`${RECORDED}metrics-${version}.txt`, await (await fetch(scene.real.metrics['broker-b'])).text());
    });

    test('calls that a broker refuses for lack of permission are counted, and none of them is a busy one', async () => {
      const { engine } = attached;
      const closed = {
        topic: 'closed',
        readQueues: 1,
        writeQueues: 1,
        permission: PERMISSION.write,
        messageType: null,
      };
      await scene.cluster.ask('broker-b', updateTopic, closed);
      const marks = async () => (await readLoads(engine)).parts.find((part) => part.broker === 'broker-b')?.value.marks;
      const skip = skipTime();
      const refused = async (): Promise<number> => {
        skip();
        const asked = { topic: 'closed', queueNo: 0, offset: 0, most: 1 };
        await expect(scene.cluster.ask('broker-b', pull, asked)).rejects.toThrow(/forbidden/);
        return (await marks())?.['calls-refused']?.value ?? 0;
      };
      await expect.poll(refused, { timeout: 100_000, interval: 1_000 }).toBeGreaterThan(0);
      expect((await marks())?.['sends-refused']?.value).toBe(0);
    }, 120_000);

    test('what 5.x clients hold is counted as they take, acknowledge and fail', async () => {
      const { engine } = attached;
      await createTopic(scene.cluster, { topic: 'held', queues: 1, messageType: 'NORMAL' });
      await createGroup(scene.cluster, { group: 'holders', settings: { maxRetries: 3 } });
      const skip = skipTime();
      const inFlight = async () => {
        skip();
        for (const kept of ['groups', 'lag holders', 'clients holders']) engine.cluster.shared.forget(kept);
        // One reading is begun, and waited for by the next.
        await engine.groups.read(await readGroup(engine.cluster, 'holders'));
        return (await engine.groups.read(await readGroup(engine.cluster, 'holders'))).lag.inFlight;
      };
      const holds = (count: number) =>
        expect.poll(inFlight, { timeout: 60_000, interval: 1_000 }).toMatchObject({
          ...{ kind: 'value', value: count },
          // In one process, brokers of 5.3.3 have the series of the one that was started last.
          ...(version === '5.3.3' ? { atLeast: true } : { estimate: true }),
        });
      const consumer = await startSimpleConsumer(scene.real.grpcPort, 'holders', 'held');
      try {
        for (let n = 0; n < 7; n += 1)
          await scene.cluster.ask('broker-b', sendMessage, {
            ...{ topic: 'held', queueNo: 0, flag: 0, sysFlag: 0, bornMs: Date.now() },
            ...{ properties: { UNIQ_KEY: `HELD-${n}` }, body: Buffer.from(`held ${n}`) },
          });
        const held: MessageView[] = [];
        const take = async () => held.push(...(await consumer.receive(8, 300_000).catch(() => [])));
        while (held.length < 7) await take();
        // They ask one broker after the other: now both know the group, and what both hold is asked for.
        await take();
        await take();
        await holds(7);
        for (const message of held.splice(0, 3)) await consumer.ack(message);
        await holds(4);
        // One fails: it is not held until it is handed out again, then it is.
        const [failed] = held;
        if (failed === undefined) throw new Error('nothing is held');
        await consumer.changeInvisibleDuration(failed, 10_000);
        const again: MessageView[] = [];
        while (again.length === 0) again.push(...(await consumer.receive(1, 300_000).catch(() => [])));
        expect(again[0]?.messageId).toBe(failed.messageId);
        await holds(4);
        for (const message of [...held.slice(1), ...again]) await consumer.ack(message);
        await holds(0);
      } finally {
        await shutDown(scene.cluster, [consumer], ['holders']);
      }
    }, 240_000);
  });
