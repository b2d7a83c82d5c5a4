import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { Application } from '../fixtures/application';
import type { Product } from '../fixtures/product';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { CLUSTER_PAGES, type FoundInCluster } from './cluster-pages';
import { CLUSTER, type ClusterStage, GROUP, openClusterStage, openEmptyCluster } from './cluster-stage';
import { isWanted } from './options';
import { inEach, type Looker, shoot, shootAll } from './shoot';
import { addClient } from '../../lib/testing/cluster/attached';
import { startLarge } from '../../lib/testing/cluster/large';

/** Until the alarms of the first minute fire, and charts have some points. */
const FIRST_MS = 100_000;
/** Until it is known that a broker is away. */
const AWAY_MS = 75_000;
const SCENES = ['cluster', 'cluster-empty', 'cluster-away', 'cluster-many', 'move'];
/** Until the first groups are read. */
const MANY_MS = 45_000;

const items = z.object({ items: z.array(z.record(z.string(), z.unknown())) });
const listed = async (product: Product, path: string) =>
  items.parse(await callApi(product, 'GET', `/clusters/${CLUSTER}${path}`)).items;

/** The pages of attached clusters: with data, new, with a broker away, and a move step by step. */
export async function shootClusters(
  lookers: readonly Looker[],
  product: Product,
  metricsOrigin: string,
): Promise<void> {
  if (!SCENES.some(isWanted)) return;
  const nothing = { messageId: null, fingerprint: null, redriveId: null, alarmId: null, letterAlarmId: null };
  if (isWanted('cluster-empty')) {
    const fake = await openEmptyCluster(product, 'eu-new');
    await shootAll(lookers, 'cluster-empty', CLUSTER_PAGES, { ...nothing, workspace: 'eu-new' });
    await fake.close();
  }
  if (isWanted('cluster-many')) {
    const fake = await startLarge({ brokers: 10, topics: 2_000, groups: 3_000 });
    await callApi(product, 'PUT', '/clusters/eu-large', { environment: 'staging', nameServers: [fake.address] });
    await lookers[0]?.page.goto('/c/eu-large/groups');
    await lookers[0]?.page.waitForTimeout(MANY_MS);
    await shootAll(lookers, 'cluster-many', CLUSTER_PAGES, { ...nothing, workspace: 'eu-large' });
    await fake.close();
  }
  if (!['cluster', 'cluster-away', 'move'].some(isWanted)) return;
  const stage = await openClusterStage(product, metricsOrigin);
  try {
    if (isWanted('cluster') || isWanted('cluster-away')) {
      await sleep(FIRST_MS);
      const found = await findInCluster(product);
      await shootAll(lookers, 'cluster', CLUSTER_PAGES, found);
      await stage.fake.broker('broker-b').peer.stop();
      if (isWanted('cluster-away')) await sleep(AWAY_MS);
      await shootAll(lookers, 'cluster-away', CLUSTER_PAGES, found);
      await stage.fake.broker('broker-b').peer.start();
    }
    if (isWanted('move')) await shootMove(lookers, product, stage);
  } finally {
    await stage.close();
  }
}

async function findInCluster(product: Product): Promise<FoundInCluster> {
  const [letters, alarms, causes] = await Promise.all([
    listed(product, `/dead-letters?group=${GROUP}`),
    listed(product, '/alarms'),
    listed(product, `/causes?group=${GROUP}`),
  ]);
  const ids = letters.map(({ messageId }) => String(messageId));
  const alarmOf = (wanted: string) => alarms.find(({ watch }) => watch === wanted)?.['id'];
  const started = z.object({ id: z.union([z.string(), z.number()]) }).parse(
    await callApi(product, 'POST', `/clusters/${CLUSTER}/redrives`, {
      ...{ group: GROUP, messageIds: ids.slice(0, 6), reason: 'The gateway answers again' },
    }),
  );
  return {
    workspace: CLUSTER,
    messageId: ids.at(-1) ?? null,
    fingerprint: textOf(causes.find(({ fingerprint }) => fingerprint !== null)?.['fingerprint']),
    redriveId: String(started.id),
    alarmId: textOf(alarmOf('group-missing')),
    letterAlarmId: textOf(alarmOf('deaths')),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Each step of a move, before and after its button. */
async function shootMove(lookers: readonly Looker[], product: Product, { fake }: ClusterStage): Promise<void> {
  const started: Application[] = [];
  const startApplication = async (names: { readonly topic: string; readonly group: string }) => {
    const application = await Application.start(product, names);
    started.push(application);
    return application;
  };
  const take = (step: string) => callApi(product, 'POST', `/clusters/${CLUSTER}/move/${step}`, { anyway: true });
  const look = (name: string) =>
    inEach(lookers, (looker) => shoot(looker, { night: 'move', name, path: `/c/${CLUSTER}/move` }));
  const { group, topic, application } = await seedDeadLetters(product, startApplication, { name: 'moving', count: 3 });
  application.stop();
  await callApi(product, 'PUT', '/groups/mailing', { maxRetries: 3 });
  await callApi(product, 'PUT', `/groups/${GROUP}`, { maxRetries: 8 });
  await look('1-plan');
  const body = { topics: [topic], groups: [{ name: group, messages: true }], overwrite: false };
  await callApi(product, 'POST', `/clusters/${CLUSTER}/move`, { ...body, reason: 'One machine is too small' });
  await look('2-settings');
  await take('settings');
  await look('3-switch');
  await take('switch');
  await look('4-pause');
  await take('pause');
  await look('5-take');
  await take('take');
  await sleep(6_000);
  for (const broker of fake.brokers.values()) addClient(broker, group, `${group}-worker-1@1@0`);
  await look('6-send');
  await take('send');
  await sleep(6_000);
  await look('7-done');
}
