import { randomUUID } from 'node:crypto';

import {
  attachFromEnvironment,
  ClusterDirectory,
  ClusterMoves,
  ClusterRedrives,
  ClusterSamplers,
  LetterIndexer,
  listClusters,
  readClusterGauges,
} from '../engine';
import { shared } from '../observability/shared';
import { startLoop } from '../workers/loop';
import type { Config } from './config';
import type { Core } from './core';
import type { StopOrder } from './stop-order';

/** After a round of a cluster, the next one. */
const INDEX_MS = 2_000;
/** So often is looked whether a step of 10 s begins. */
const SAMPLE_MS = 1_000;
/** While a re-drive is under way, and while none is: another console may have started one. */
const REDRIVE_MS = 200;
const NO_REDRIVE_MS = 1_000;
/** Without an attached cluster, no loop but this asks the database. */
const HAS_SOME_KEPT_MS = 900;
/** For any number of scrapers: samples change every 10 s. */
const GAUGES_KEPT_MS = 5_000;

/** The attached clusters of a console. Their dead letters are read all the time, all else when a page asks for it. */
export async function openClusters(
  { ctx, metrics }: Pick<Core, 'ctx' | 'metrics'>,
  { rocketmqNameServers, alarmAllow }: Config,
  stops: StopOrder,
): Promise<ClusterDirectory> {
  const clusters = new ClusterDirectory(ctx, { allow: alarmAllow });
  await attachFromEnvironment(ctx, rocketmqNameServers);
  metrics.watch('attached clusters', GAUGES_KEPT_MS, () => readClusterGauges(ctx));
  const indexer = new LetterIndexer(ctx, clusters);
  const loop = startLoop({
    ...{ name: 'index-clusters', everyMs: INDEX_MS, log: ctx.log, metrics: ctx.metrics },
    runOnce: () => indexer.pass().then(() => false),
  });
  stops.add('attached clusters', async () => {
    await loop.stop();
    const ended = indexer.stop();
    // What still waits for a broker ends with its connection.
    clusters.close();
    await ended;
  });
  const hasSome = shared(HAS_SOME_KEPT_MS, async () => (await listClusters(ctx)).length > 0);
  const whileSome = (pass: () => Promise<boolean>) => async (): Promise<false | number> =>
    (await hasSome()) && (await pass()) ? false : Number.POSITIVE_INFINITY;
  const samplers = new ClusterSamplers(ctx, clusters);
  const sampling = startLoop({
    ...{ name: 'sample-clusters', everyMs: SAMPLE_MS, log: ctx.log, metrics: ctx.metrics },
    runOnce: whileSome(() => samplers.pass().then(() => true)),
  });
  stops.add('samples of clusters', async () => {
    await sampling.stop();
    await samplers.stop();
  });
  const redrives = new ClusterRedrives(ctx, clusters, randomUUID());
  const sending = startLoop({
    ...{ name: 'redrive-clusters', everyMs: REDRIVE_MS, idleMs: NO_REDRIVE_MS, log: ctx.log, metrics: ctx.metrics },
    runOnce: whileSome(() => redrives.step()),
  });
  const moves = new ClusterMoves(ctx);
  const moving = startLoop({
    ...{ name: 'move-to-clusters', everyMs: REDRIVE_MS, idleMs: NO_REDRIVE_MS, log: ctx.log, metrics: ctx.metrics },
    runOnce: whileSome(() => moves.step()),
  });
  stops.add('moves to clusters', () => moving.stop());
  const unsubscribe = ctx.changes.subscribe(({ kind }) => kind === 'redrive' && sending.wake());
  stops.add('re-drives of clusters', async () => {
    unsubscribe();
    await sending.stop();
  });
  return clusters;
}
