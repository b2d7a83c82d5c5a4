import 'server-only';
import { z } from 'zod';
import { type Move, moveName, type MovePlan, planMove, readMove } from '../../engine';
import { defineRead } from '../http/define-read';

export interface MoveView extends Omit<
  Move,
  'clusterId' | 'createdAt' | 'finishedAt' | 'groups' | 'lastStored' | 'late'
> {
  /** "MV-3" */
  readonly name: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly groups: readonly (Omit<Move['groups'][number], 'takenAt'> & { readonly takenAt: string | null })[];
  readonly lastStored: readonly {
    readonly topic: string;
    readonly at: string | null;
    readonly silentMs: number | null;
  }[];
  /** What producers sent here after they were said to be switched; null: that was not said yet. */
  readonly late: LateView | null;
}

export interface LateView {
  readonly since: string;
  /** The messages of its groups were taken before: what comes now stays here. */
  readonly isTooLate: boolean;
  readonly topics: readonly {
    readonly topic: string;
    readonly count: number;
    readonly lastAt: string;
    readonly hosts: string[];
  }[];
}

export interface MovePage {
  /** What is here beside what is there, as of now. */
  readonly plan: MovePlan;
  /** The open one, or the last that ended; null: there was none. */
  readonly move: MoveView | null;
}

export const moveRead = defineRead({
  permission: 'cluster:manage',
  subject: 'system',
  input: z.object({}),
  runInCluster: async ({ broker, engine }): Promise<MovePage> => {
    const [plan, move] = await Promise.all([planMove(broker, engine), readMove(broker, engine)]);
    return { plan, move: move === null ? null : toView(move) };
  },
});

export function toView({ clusterId: _id, groups, lastStored, late, createdAt, finishedAt, ...move }: Move): MoveView {
  return {
    ...{ ...move, name: moveName(move.moveId), createdAt: createdAt.toISOString() },
    finishedAt: finishedAt?.toISOString() ?? null,
    groups: groups.map(({ takenAt, ...group }) => ({ ...group, takenAt: takenAt?.toISOString() ?? null })),
    lastStored: lastStored.map(({ topic, at, silentMs }) => ({ topic, at: at?.toISOString() ?? null, silentMs })),
    late:
      late === null
        ? null
        : {
            since: late.since.toISOString(),
            isTooLate: late.isTooLate,
            topics: late.topics.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() })),
          },
  };
}
