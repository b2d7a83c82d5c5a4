import 'server-only';
import { z } from 'zod';
import { readFacts } from '../../cluster';
import { type IndexedQueue, type IndexState, readIndexState } from '../../engine';
import { defineRead } from '../http/define-read';

export interface IndexedQueueView extends Omit<IndexedQueue, 'readAt'> {
  readonly readAt: string | null;
}

export interface LetterIndexView extends Pick<IndexState, 'brokers' | 'silent'> {
  readonly roundAt: string | null;
  readonly queues: readonly IndexedQueueView[];
  /** Hours until the brokers remove what they store, the shortest; null: none says. */
  readonly brokerKeepHours: number | null;
  /** The cluster is attached for reading only. */
  readonly allowsChanges: boolean;
}

/** How complete the list of dead letters of a cluster is: by broker and group, with what is lost. */
export const letterIndexRead = defineRead({
  permission: 'dead-letter:read',
  subject: 'system',
  input: z.strictObject({ group: z.string().max(255).optional() }),
  runInCluster: async ({ broker, engine }, { group }): Promise<LetterIndexView> => {
    const { roundAt, queues, ...state } = await readIndexState(broker, engine, group);
    const facts = await readFacts(engine.cluster).catch(() => null);
    const hours = (facts?.parts ?? []).flatMap(({ value }) => value.retentionHours ?? []);
    return {
      ...state,
      roundAt: roundAt?.toISOString() ?? null,
      queues: queues.map((queue) => ({ ...queue, readAt: queue.readAt?.toISOString() ?? null })),
      brokerKeepHours: hours.length === 0 ? null : Math.min(...hours),
      allowsChanges: engine.allowsChanges,
    };
  },
});
