// @module-tag long
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { Refusal } from '../../lib/cluster/admin/call';
import { sendMessage } from '../../lib/cluster/admin/send-message';
import type { Cluster } from '../../lib/cluster/cluster';
import { createTopic } from '../../lib/cluster/read/change-topic';
import { readLoads } from '../../lib/engine';
import { ClusterSampler } from '../../lib/engine/rocketmq/samples/sample-cluster';
import { formatCount } from '../../lib/model/count';
import { isBrokerError } from '../../lib/model/errors';
import { tell } from '../../lib/model/language/t';
import { eventList, incidentOpenList } from '../../lib/store/queries/alarm/alarm-incident';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { attachReal, describeReal } from './support/describe-real';
import { skipTime } from './support/skip-time';

/** One send at a time, room for one more, and "page cache busy" as soon as one is being stored. */
const NARROW = { sendMessageThreadPoolNums: 1, sendThreadPoolQueueCapacity: 1, osPageCacheBusyTimeOutMills: -1 };
/** Of one console no more than sixteen calls are under way. */
const CONSOLES = 8;
const AT_ONCE = 16;
const SENDS = 2_000;
const BROKER = 'broker-b';

/** "[OVERLOAD]system busy, …" */
const kindOf = (remark: string | null): string => /^\[(\w+)\]/.exec(remark ?? '')?.[1] ?? remark ?? '';
/** Answered to what waited in the queue: a broker does not count these. */
const isUncounted = (kind: string): boolean => kind.endsWith('_CLEAN_QUEUE');

for (const version of VERSIONS)
  describeReal(
    'refused sends',
    { version, isTaken: TAKES_LONG, config: { ...NARROW, metricsExporterType: 'PROM' } },
    (scene) => {
      const attached = attachReal(scene, { withMetrics: true });
      const consoles: Cluster[] = [];
      beforeAll(() => {
        consoles.push(...Array.from({ length: CONSOLES }, () => scene.real.open()));
      });
      afterEach(() => {
        vi.restoreAllMocks();
      });
      afterAll(() => {
        for (const each of consoles) each.close();
      });

      /** What came of many sends: stored ones are "stored". */
      async function flood(count: number): Promise<ReadonlyMap<string, number>> {
        const came = new Map<string, number>();
        const message = { topic: 'busy', queueNo: 0, flag: 0, sysFlag: 0, properties: {}, body: Buffer.alloc(1_024) };
        let left = count;
        const sender = async (from: Cluster): Promise<void> => {
          while ((left -= 1) >= 0) {
            const end = await from.ask(BROKER, sendMessage, { ...message, bornMs: Date.now() }).then(
              () => 'stored',
              (error: unknown) => {
                if (!isBrokerError(error) || !(error.cause instanceof Refusal)) throw error;
                return kindOf(error.cause.remark);
              },
            );
            came.set(end, (came.get(end) ?? 0) + 1);
          }
        };
        await Promise.all(consoles.flatMap((each) => Array.from({ length: AT_ONCE }, () => sender(each))));
        return came;
      }

      test('a busy broker and a full disk: the alarm fires with what the broker answered, and ends', async () => {
        const { engine, broker } = attached;
        const db = engine.letters.store.console;
        await createTopic(scene.cluster, { topic: 'busy', queues: 1, messageType: 'NORMAL' });
        const sampler = new ClusterSampler(broker.ctx, engine);
        const skip = skipTime();
        let readAt: string | null = null;
        const readAgain = async () => {
          const before = readAt;
          skip();
          const read = async () => {
            const found = (await readLoads(engine)).reported.get(BROKER);
            readAt = found?.problem === null ? found.asOf : before;
            return readAt;
          };
          await expect.poll(read, { timeout: 60_000, interval: 1_000 }).not.toBe(before);
        };
        const open = async () => {
          // Steps are ten seconds apart.
          await expect.poll(() => sampler.step(), { timeout: 30_000, interval: 500 }).toBe(true);
          const found = await incidentOpenList(db);
          return found.filter(({ watch, subject }) => watch === 'sends-refused' && subject === BROKER);
        };
        const whenOpen = async (count: number) => {
          await expect.poll(async () => (await open()).length, { timeout: 90_000, interval: 100 }).toBe(count);
          const found = await incidentOpenList(db);
          return found.find(({ watch }) => watch === 'sends-refused');
        };
        const reasonOf = async (incidentId = 0) => tell((await eventList(db, incidentId))[0]?.note ?? '');
        await readAgain();
        await open();
        await broker.database.store.console.query(
          `UPDATE cluster_alarm_rule SET for_ms = 0, clear_for_ms = 0 WHERE watch = 'sends-refused'`,
        );
        await whenOpen(0);

        const came = await flood(SENDS);
        const refused = [...came].filter(([kind]) => kind !== 'stored');
        process.stdout.write(`${version}: ${JSON.stringify(Object.fromEntries(came))}\n`);
        expect(came.get('OVERLOAD')).toBeGreaterThan(0);
        expect(refused.every(([kind]) => /^(OVERLOAD|REJECTREQUEST|PC\w+|TIMEOUT_CLEAN_QUEUE)$/.test(kind))).toBe(true);
        const sum = (of: (kind: string) => boolean) => refused.reduce((all, [kind, n]) => all + (of(kind) ? n : 0), 0);
        const uncounted = sum(isUncounted);
        await readAgain();
        const busy = await whenOpen(1);
        const counted = sum((kind) => !isUncounted(kind));
        expect(await reasonOf(busy?.incidentId)).toBe(
          `SYSTEM_BUSY ${counted} of ${formatCount(SENDS - uncounted)} sends`,
        );
        expect(busy?.value).toBeCloseTo((counted * 100) / (SENDS - uncounted), 5);
        await readAgain();
        await whenOpen(0);

        // As a broker does when 90 % of its disk is used; it looks again every ten seconds.
        const refusals = async () => {
          await scene.real.command({ full: BROKER });
          return [...(await flood(20)).keys()].join();
        };
        await expect.poll(refusals, { timeout: 30_000 }).toContain('service not available');
        await readAgain();
        const full = await whenOpen(1);
        expect(await reasonOf(full?.incidentId)).toMatch(/SERVICE_NOT_AVAILABLE \d+.* of \d+ sends/);
      }, 480_000);
    },
  );
