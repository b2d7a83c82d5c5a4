// @module-tag long
import { expect, test, vi } from 'vitest';

import type { AdminCall } from '../../lib/cluster/admin/call';
import { pull } from '../../lib/cluster/admin/pull';
import { sendMessage } from '../../lib/cluster/admin/send-message';
import { updateGroup } from '../../lib/cluster/admin/update-group';
import { createGroup } from '../../lib/cluster/read/change-group';
import { createTopic } from '../../lib/cluster/read/change-topic';
import { popRetryTopics } from '../../lib/cluster/read/retry-topic';
import type { StoredMessage } from '../../lib/cluster/wire/message';
import { ClusterIndex } from '../../lib/engine/letters/index-cluster';
import { REDRIVE_POLICY } from '../../lib/engine/redrives/policy';
import { readClusterRedrive } from '../../lib/engine/redrives/read';
import { ClusterRedrives } from '../../lib/engine/redrives/run';
import { startClusterRedrive } from '../../lib/engine/redrives/start';
import { ClusterSampler } from '../../lib/engine/samples/sample-cluster';
import { incidentOpenList } from '../../lib/store/queries/alarm/alarm-incident';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { attachReal, describeReal, OPERATOR } from './support/describe-real';
import { putLetters } from './support/put-letters';

const BROKERS = ['broker-a', 'broker-b'];
const INDEXED = 4_000;
const RESENT = 150;
const WATCHED = ['brokers-differ', 'group-missing', 'broker-away'];
const goesOn = () => Promise.resolve(true);

for (const version of VERSIONS)
  describeReal('faults', { version, isTaken: TAKES_LONG }, (scene) => {
    const attached = attachReal(scene);

    const query = async <T extends object>(text: string): Promise<T[]> =>
      (await attached.broker.database.store.console.query<T>(text)).rows;

    /** Stops broker-b just before it is asked this for the nth time. @returns when it has been stopped */
    function stopAt<Input, Output>(code: AdminCall<Input, Output>['code'], nth: number): Promise<void> {
      const ask = attached.engine.cluster.ask.bind(attached.engine.cluster);
      let asked = 0;
      let stopping: Promise<void> | null = null;
      return new Promise((resolve) => {
        vi.spyOn(attached.engine.cluster, 'ask').mockImplementation(async (to, call, input, lane) => {
          if (to === 'broker-b' && call.code === code) asked += 1;
          if (asked === nth && stopping === null) {
            stopping = scene.real.command({ stop: 'broker-b' });
            void stopping.then(resolve);
          }
          await stopping;
          return await ask(to, call, input, lane);
        });
      });
    }

    test(
      'a broker ends while its dead letters are indexed: each is in the list once',
      { timeout: 300_000 },
      async () => {
        await createGroup(attached.engine.cluster, { group: 'many', settings: {} });
        for (const name of BROKERS)
          await putLetters(attached.engine.cluster, { broker: name, group: 'many', topic: 't-many', count: INDEXED });
        const index = new ClusterIndex(attached.broker.ctx, attached.engine.letters, attached.engine.clusterId);
        const stopped = stopAt(pull.code, 20);
        await index.round(attached.engine.cluster, goesOn);
        await stopped;
        vi.restoreAllMocks();
        const counts = async () =>
          query<{ broker: string; n: number; ids: number }>(
            `SELECT broker, count(*)::int AS n, count(DISTINCT msg_id)::int AS ids FROM cluster_dead_letter
            GROUP BY broker ORDER BY broker`,
          );
        const [a, b = { n: 0 }] = await counts();
        expect(a).toMatchObject({ broker: 'broker-a', n: INDEXED, ids: INDEXED });
        // It was in the middle.
        expect(b.n).toBeLessThan(INDEXED);
        await scene.real.command({ start: 'broker-b' });
        await expect
          .poll(
            async () => {
              index.lookAgain();
              await index.round(attached.engine.cluster, goesOn);
              return await counts();
            },
            { timeout: 60_000, interval: 500 },
          )
          .toEqual(BROKERS.map((name) => ({ broker: name, n: INDEXED, ids: INDEXED })));
      },
    );

    test('a broker ends in the middle of a re-drive: each letter is sent once', { timeout: 300_000 }, async () => {
      const [group, topic] = ['billing', 't-billing'];
      await createTopic(attached.engine.cluster, { topic, queues: 1, messageType: 'NORMAL' });
      await createGroup(attached.engine.cluster, { group, settings: {} });
      for (const name of BROKERS)
        await putLetters(attached.engine.cluster, { broker: name, group, topic, count: RESENT });
      const index = new ClusterIndex(attached.broker.ctx, attached.engine.letters, attached.engine.clusterId);
      await index.round(attached.engine.cluster, goesOn);
      const { redriveId, selected } = await startClusterRedrive(attached.engine, {
        ...{ group, all: true, reason: 'fixed', actor: OPERATOR, ratePerSecond: 10_000, canary: null, assumed: '5.x' },
      });
      expect(selected).toBe(2 * RESENT);
      const policy = { ...REDRIVE_POLICY, restsMs: 1_000, lateMs: 10_000 };
      const redrives = new ClusterRedrives(attached.broker.ctx, attached.clusters, 'one', policy);
      const stopped = stopAt(sendMessage.code, 40);
      const run = async () => {
        await redrives.step();
        return await readClusterRedrive(attached.broker.ctx, attached.engine, redriveId);
      };
      await expect
        .poll(async () => (await run()).failing, { timeout: 60_000 })
        .toMatchObject({
          why: expect.stringContaining('broker-b'),
        });
      await stopped;
      vi.restoreAllMocks();
      await scene.real.command({ start: 'broker-b' });
      await expect.poll(async () => (await run()).state, { timeout: 120_000, interval: 500 }).toBe('completed');
      const copies = await Promise.all(BROKERS.map((name) => allOf(name, popRetryTopics(group, topic)[0])));
      for (const own of copies) {
        expect(own).toHaveLength(RESENT);
        expect(new Set(own.map(({ properties }) => properties['UNIQ_KEY'])).size).toBe(RESENT);
      }
    });

    async function allOf(name: string, retryTopic: string): Promise<StoredMessage[]> {
      const found: StoredMessage[] = [];
      for (let offset = 0; ;) {
        const page = await attached.engine.cluster.ask(name, pull, { topic: retryTopic, queueNo: 0, offset, most: 32 });
        if (page === null || page.messages.length === 0) return found;
        found.push(...page.messages);
        offset = page.next;
      }
    }

    test(
      'alarms: brokers differ, a group is missing on one, a broker is away; each ends',
      { timeout: 300_000 },
      async () => {
        await createGroup(attached.engine.cluster, { group: 'uneven', settings: { maxRetries: 3 } });
        const alone = { group: 'lonely', raw: {}, attributesBefore: {}, attributes: {} };
        await attached.engine.cluster.ask('broker-a', updateGroup, alone);
        const other = { ...alone, group: 'uneven', raw: { retryMaxTimes: 9 } };
        await attached.engine.cluster.ask('broker-b', updateGroup, other);
        const sampler = new ClusterSampler(attached.broker.ctx, attached.engine);
        const index = new ClusterIndex(attached.broker.ctx, attached.engine.letters, attached.engine.clusterId);
        const firing = async () => {
          // It is what first sees a group.
          index.lookAgain();
          await index.round(attached.engine.cluster, goesOn);
          await sampler.round.read(goesOn).catch(() => undefined);
          // The rules that a cluster has from the first step on wait for a minute.
          await query(`UPDATE cluster_alarm_rule SET threshold = 5 WHERE watch IN ('${WATCHED.join(`','`)}')`);
          await sampler.step();
          const open = await incidentOpenList(attached.engine.letters.store.console);
          return open.map(({ watch, subject }) => `${watch} ${subject}`).toSorted();
        };
        const poll = (timeout: number) => expect.poll(firing, { timeout, interval: 1_000 });
        await poll(90_000).toEqual(['brokers-differ uneven', 'group-missing lonely']);
        await attached.engine.cluster.ask('broker-b', updateGroup, { ...other, raw: { retryMaxTimes: 3 } });
        await attached.engine.cluster.ask('broker-b', updateGroup, alone);
        await poll(90_000).toEqual([]);
        await scene.real.command({ stop: 'broker-b' });
        await poll(90_000).toContain('broker-away broker-b');
        await scene.real.command({ start: 'broker-b' });
        await poll(120_000).toEqual([]);
      },
    );
  });
