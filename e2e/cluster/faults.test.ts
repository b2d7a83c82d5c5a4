// @module-tag long
import { afterAll, expect, test, vi } from 'vitest';

import type { AdminCall } from '../../lib/cluster/admin/call';
import { pull } from '../../lib/cluster/admin/pull';
import { sendMessage } from '../../lib/cluster/admin/send-message';
import { updateGroup } from '../../lib/cluster/admin/update-group';
import { createGroup } from '../../lib/cluster/read/change-group';
import { createTopic } from '../../lib/cluster/read/change-topic';
import { popRetryTopics } from '../../lib/cluster/read/retry-topic';
import type { StoredMessage } from '../../lib/cluster/wire/message';
import { ClusterIndex } from '../../lib/engine/rocketmq/letters/index-cluster';
import { REDRIVE_POLICY } from '../../lib/engine/rocketmq/redrives/policy';
import { readClusterRedrive } from '../../lib/engine/rocketmq/redrives/read';
import { ClusterRedrives } from '../../lib/engine/rocketmq/redrives/run';
import { startClusterRedrive } from '../../lib/engine/rocketmq/redrives/start';
import { ClusterSampler } from '../../lib/engine/rocketmq/samples/sample-cluster';
import { tell } from '../../lib/model/language/t';
import { LINEAGE_PROPERTY } from '../../lib/model/redrive/redrive-way';
import { incidentOpenList } from '../../lib/store/queries/alarm/alarm-incident';
import { type Listening, startPushConsumer } from '../protocol/support/sdk';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { attachReal, describeReal, OPERATOR } from './support/describe-real';
import { putLetters } from './support/put-letters';
import { shutDown } from './support/shut-down';

const BROKERS = ['broker-a', 'broker-b'];
const INDEXED = 4_000;
const RESENT = 200;
const HANGS = 4;
const AT_ONCE = 32;
const RETRY = { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1_000 } } as const;
const WATCHED = ['brokers-differ', 'group-missing', 'broker-away'];
const SUBJECTS = ['uneven', 'lonely', 'broker-b'];
const goesOn = () => Promise.resolve(true);

for (const version of VERSIONS)
  describeReal('faults', { version, isTaken: TAKES_LONG }, (scene) => {
    const attached = attachReal(scene);
    const listening: Listening[] = [];
    afterAll(async () => {
      await shutDown(
        scene.cluster,
        listening.map(({ consumer }) => consumer),
        ['billing', 'shipping'].flatMap((group) => [group, `${group}-witness`]),
      );
    });

    const query = async <T extends object>(text: string): Promise<T[]> =>
      (await attached.broker.database.store.console.query<T>(text)).rows;

    /**
     * Kills broker-b, or stops it where it is, when it is asked this for the nth time: what it was asked in that moment
     * gets no answer, and what comes after waits until it is done. @returns when it is
     */
    function strikeAt<Input, Output>(
      code: AdminCall<Input, Output>['code'],
      nth: number,
      strike: 'kill' | 'hang' = 'kill',
    ): Promise<void> {
      const ask = attached.engine.cluster.ask.bind(attached.engine.cluster);
      let asked = 0;
      let striking: Promise<void> | null = null;
      return new Promise((resolve) => {
        vi.spyOn(attached.engine.cluster, 'ask').mockImplementation(async (to, call, input, lane) => {
          if (to === 'broker-b' && striking !== null) await striking;
          if (to === 'broker-b' && call.code === code) asked += 1;
          if (asked === nth && striking === null) {
            striking = scene.real.command({ [strike]: 'broker-b' });
            void striking.then(resolve);
          }
          return await ask(to, call, input, lane);
        });
      });
    }

    test(
      'a broker is killed while its dead letters are indexed: each is in the list once',
      { timeout: 300_000 },
      async () => {
        await scene.real.command({ apart: 'broker-b' });
        await createGroup(attached.engine.cluster, { group: 'many', settings: {} });
        for (const name of BROKERS)
          await putLetters(attached.engine.cluster, { broker: name, group: 'many', topic: 't-many', count: INDEXED });
        const index = new ClusterIndex(attached.broker.ctx, attached.engine.letters, attached.engine.clusterId);
        const killed = strikeAt(pull.code, 20);
        await index.round(attached.engine.cluster, goesOn);
        await killed;
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

    test.each([
      ['stopped where it is, for longer than the console waits,', 'hang', 'wake', 'shipping'],
      ['killed', 'kill', 'start', 'billing'],
    ] as const)(
      'a broker is %s in the middle of a re-drive: each letter is sent once, and each has its verdict',
      { timeout: 600_000 },
      async (_, strike, end, group) => {
        const { broker, engine } = attached;
        const [topic, other] = [`t-${group}`, `${group}-witness`];
        await scene.real.command({ apart: 'broker-b' });
        await createTopic(engine.cluster, { topic, queues: 1, messageType: 'NORMAL' });
        for (const name of [group, other]) await createGroup(engine.cluster, { group: name, settings: RETRY });
        for (const name of BROKERS) await putLetters(engine.cluster, { broker: name, group, topic, count: RESENT });
        const index = new ClusterIndex(broker.ctx, engine.letters, engine.clusterId);
        await index.round(engine.cluster, goesOn);
        const { redriveId, selected } = await startClusterRedrive(engine, {
          ...{ group, all: true, reason: 'fixed', actor: OPERATOR, ratePerSecond: 10_000, assumed: '5.x' },
          // No client fetches before all is sent.
          ...{ canary: null, abort: null },
        });
        expect(selected).toBe(2 * RESENT);
        const policy = { ...REDRIVE_POLICY, restsMs: 1_000, lateMs: 10_000 };
        const redrives = new ClusterRedrives(broker.ctx, attached.clusters, 'one', policy);
        let isStruck = false;
        void strikeAt(sendMessage.code, 40, strike).then(() => (isStruck = true));
        const run = async () => {
          await redrives.step();
          return await readClusterRedrive(broker.ctx, engine, redriveId);
        };
        // A busy broker may be late, and the run say so, before it is struck.
        await expect
          .poll(async () => ({ failing: tell((await run()).failing?.why ?? ''), isStruck }), { timeout: 120_000 })
          .toEqual({ failing: expect.stringContaining('broker-b'), isStruck: true });
        vi.restoreAllMocks();
        // The other one goes on meanwhile.
        const half = await run();
        expect(half.counts.released).toBeLessThan(2 * RESENT);
        await expect
          .poll(async () => (await run()).counts.released, { timeout: 60_000 })
          .toBeGreaterThanOrEqual(RESENT);
        const struckMs = performance.now();
        await expect
          .poll(async () => [(await run()).state, performance.now() - struckMs > 2 * policy.lateMs], {
            timeout: 60_000,
          })
          .toEqual(['running', true]);
        await scene.real.command({ [end]: 'broker-b' });
        await expect.poll(async () => (await run()).state, { timeout: 120_000, interval: 500 }).toBe('completed');
        const copies = await Promise.all(BROKERS.map((name) => allOf(name, popRetryTopics(group, topic)[0])));
        for (const [at, own] of copies.entries()) {
          const ids = own.map(({ properties }) => properties['UNIQ_KEY']);
          const twice = own.filter((_copy, n) => ids.indexOf(ids[n]) !== n || ids.lastIndexOf(ids[n]) !== n);
          const places = twice.map(({ queueOffset, storeTimestamp, properties }) => [
            ...[queueOffset, storeTimestamp, properties[LINEAGE_PROPERTY]],
          ]);
          expect(own, `${BROKERS[at]} ${JSON.stringify(places)}`).toHaveLength(RESENT);
          expect(new Set(ids).size).toBe(RESENT);
        }
        // Only then its clients come, and those of another group.
        const mine = await startPushConsumer(scene.real.grpcPort, group, topic, ({ body }) => !body.endsWith('7'));
        const witness = await startPushConsumer(scene.real.grpcPort, other, topic, () => true);
        listening.push(mine, witness);
        const died = Array.from({ length: RESENT }, (_item, n) => n).filter((n) => n % 10 === 7).length * 2;
        await expect
          .poll(async () => (await run()).counts, { timeout: 150_000, interval: 500 })
          .toMatchObject({ consumed: 2 * RESENT - died, diedAgain: died, inFlight: 0, retrying: 0, notYetFetched: 0 });
        await scene.real.command({ send: topic, body: 'the end' });
        await expect.poll(() => witness.deliveries.length, { timeout: 60_000 }).toBeGreaterThan(0);
        expect(witness.deliveries.map(({ body }) => body)).toEqual(['the end']);
        const got = () => new Set(mine.deliveries.map(({ messageId }) => messageId)).size;
        await expect.poll(got, { timeout: 60_000 }).toBe(2 * RESENT + 1);
      },
    );

    test(
      'a broker that hung takes up what it was sent before: each message once, and soon after its first answer',
      { timeout: 300_000 },
      async () => {
        const { cluster } = attached.engine;
        await scene.real.command({ apart: 'broker-b' });
        await createTopic(cluster, { topic: 'hung', queues: 1, messageType: 'NORMAL' });
        const plain = { topic: 'hung', queueNo: 0, flag: 0, sysFlag: 0, properties: {} };
        const lateMs: number[] = [];
        for (let round = 0; round < HANGS; round += 1) {
          const before = (await allOf('broker-b', 'hung')).length;
          await scene.real.command({ hang: 'broker-b' });
          const sent = Array.from({ length: AT_ONCE }, (_, n) =>
            cluster.ask('broker-b', sendMessage, {
              ...{ ...plain, bornMs: Date.now() },
              body: Buffer.from(`round ${round}, message ${n}`),
            }),
          );
          const ends = await Promise.allSettled(sent);
          expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
          await scene.real.command({ wake: 'broker-b' });
          await expect.poll(() => allOf('broker-b', 'hung').catch(() => null), { timeout: 60_000 }).not.toBeNull();
          const [first, firstMs] = [(await allOf('broker-b', 'hung')).length - before, performance.now()];
          let [found, foundMs] = [first, firstMs];
          while (performance.now() - foundMs < REDRIVE_POLICY.settleMs) {
            const now = (await allOf('broker-b', 'hung')).length - before;
            if (now > found) [found, foundMs] = [now, performance.now()];
          }
          lateMs.push(Math.round(foundMs - firstMs));
          process.stdout.write(
            `${version}: ${first} of ${AT_ONCE} at its first answer, ${found} ${lateMs.at(-1)} ms later\n`,
          );
        }
        const bodies = (await allOf('broker-b', 'hung')).map(({ body }) => body.toString());
        expect(new Set(bodies).size).toBe(bodies.length);
        // A copy is looked for for much longer before it is sent again.
        expect(Math.max(...lateMs)).toBeLessThan(REDRIVE_POLICY.settleMs / 2);
      },
    );

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
        await scene.real.command({ apart: 'broker-b' });
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
          // What the other tests left may fire as well.
          const own = open.filter(({ watch, subject }) => WATCHED.includes(watch) && SUBJECTS.includes(subject));
          return own.map(({ watch, subject }) => `${watch} ${subject}`).toSorted();
        };
        const poll = (timeout: number) => expect.poll(firing, { timeout, interval: 1_000 });
        await poll(90_000).toEqual(['brokers-differ uneven', 'group-missing lonely']);
        await attached.engine.cluster.ask('broker-b', updateGroup, { ...other, raw: { retryMaxTimes: 3 } });
        await attached.engine.cluster.ask('broker-b', updateGroup, alone);
        await poll(90_000).toEqual([]);
        await scene.real.command({ kill: 'broker-b' });
        await poll(90_000).toContain('broker-away broker-b');
        await scene.real.command({ start: 'broker-b' });
        await poll(120_000).toEqual([]);
      },
    );
  });
