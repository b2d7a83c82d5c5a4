import { ClusterIndex } from '../../../lib/engine/rocketmq/letters/index-cluster';
import { nameTraced } from '../../../lib/engine/rocketmq/letters/trace-causes';
import { ClusterRedrives } from '../../../lib/engine/rocketmq/redrives/run';
import type { AttachedScene } from './describe-real';

const BETWEEN_MS = 500;
const goesOn = () => Promise.resolve(true);

/**
 * What a console does by itself, until it is ended: dead letters are indexed and named, re-drives are carried out. New
 * topics of dead letters are looked for each time, and not twice a minute.
 */
export function startWorkers({ broker: { ctx }, clusters, engine }: AttachedScene): () => Promise<void> {
  const index = new ClusterIndex(ctx, engine.letters, engine.clusterId);
  const redrives = new ClusterRedrives(ctx, clusters, 'one');
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      index.lookAgain();
      await index.round(engine.cluster, goesOn);
      await nameTraced(ctx, engine);
      await redrives.step();
      await new Promise((resolve) => void setTimeout(resolve, BETWEEN_MS));
    }
  })();
  return async () => {
    isOver = true;
    await loop;
  };
}
