import { LetterIndexer } from '../../../lib/engine';
import { ClusterRedrives } from '../../../lib/engine/redrives/run';
import type { AttachedScene } from './describe-real';

const BETWEEN_MS = 500;

/** What a console does by itself, until it is ended: dead letters are indexed and named, re-drives are carried out. */
export function startWorkers({ broker: { ctx }, clusters }: AttachedScene): () => Promise<void> {
  const indexer = new LetterIndexer(ctx, clusters);
  const redrives = new ClusterRedrives(ctx, clusters, 'one');
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      await indexer.pass();
      await redrives.step();
      await new Promise((resolve) => void setTimeout(resolve, BETWEEN_MS));
    }
  })();
  return async () => {
    isOver = true;
    await loop;
    await indexer.stop();
  };
}
