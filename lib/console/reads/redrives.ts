import 'server-only';
import { z } from 'zod';
import { listRedrives, type Redrive, redriveName } from '../../broker';
import { type ClusterRedrive, listClusterRedrives } from '../../engine';
import { conditionWords, toConditions } from '../../model/letter-filter';
import { hideInFilter } from '../../model/masking/asked';
import type { Masks } from '../../model/masking/masks';
import type {
  RedriveCounts,
  RedriveFailing,
  RedriveFilter,
  RedrivePhase,
  RedriveState,
  RedriveStop,
} from '../../model/redrive';
import type { RedriveCare } from '../../model/redrive-care';
import type { RedriveWay } from '../../model/redrive-way';
import { clusterRedrivenGroups } from '../../store/queries/cluster-redrive/read';
import { redrivenGroups } from '../../store/queries/redrive/redriven-groups';
import { redriveCauses } from '../../store/queries/redrive/redrive-causes';
import type { Queryable } from '../../store/queryable';
import { defineRead } from '../http/define-read';

export type RedriveStopView = Omit<RedriveStop, 'at'> & { readonly at: string };

export type RedriveFailingView = Readonly<Record<keyof RedriveFailing, string>>;

export interface RedriveView {
  readonly redriveId: number;
  readonly name: string;
  readonly group: string;
  readonly ordered: boolean;
  readonly maxRetries: number;
  readonly state: RedriveState;
  readonly phase: RedrivePhase;
  readonly phaseAt: string | null;
  /** When the canary that counts now began: the start, or a resume after a stop. */
  readonly roundAt: string | null;
  readonly care: RedriveCare;
  readonly stop: RedriveStopView | null;
  readonly heldAt: string | null;
  readonly heldDelayMs: number | null;
  readonly failing: RedriveFailingView | null;
  /** What was asked for, in words. */
  readonly scope: string;
  readonly ratePerSecond: number | null;
  readonly reason: string;
  readonly createdBy: string;
  readonly frozenAt: string;
  readonly finishedAt: string | null;
  readonly releasedAt: string | null;
  readonly counts: RedriveCounts;
  /** In an attached cluster: how its copies come to the group, and who else got one. Null: in this installation. */
  readonly inCluster: {
    readonly way: RedriveWay;
    readonly others: readonly string[];
    readonly unanswered: number;
  } | null;
}

export interface RedrivesPage {
  readonly items: readonly RedriveView[];
  readonly nextCursor: string | null;
  readonly groups: readonly string[];
}

const PAGE = 30;
const MOST_GROUPS = 500;

export const redrivesRead = defineRead({
  permission: 'redrive:read',
  subject: { group: ({ group }) => group },
  input: z.strictObject({
    group: z.string().max(200).optional(),
    state: z.literal('open').optional(),
    cursor: z.string().max(20).optional(),
  }),
  run: async ({ broker, store }, { group, state, cursor }): Promise<RedrivesPage> => {
    const [page, groups] = await Promise.all([
      listRedrives(broker, { group, openOnly: state === 'open', cursor, limit: PAGE }),
      redrivenGroups(store.console, MOST_GROUPS),
    ]);
    return {
      items: await toRedriveViews(store.console, page.items, broker.masks),
      nextCursor: page.nextCursor,
      groups,
    };
  },
  runInCluster: async ({ broker, store, engine }, { group, state, cursor }): Promise<RedrivesPage> => {
    const [page, groups] = await Promise.all([
      listClusterRedrives(broker, engine, { group, openOnly: state === 'open', cursor, limit: PAGE }),
      clusterRedrivenGroups(store.console, engine.clusterId, MOST_GROUPS),
    ]);
    return {
      items: page.items.map((row) => toClusterRedriveView(row, broker.masks)),
      nextCursor: page.nextCursor,
      groups,
    };
  },
});

export function toClusterRedriveView({ way, others, sending, ...redrive }: ClusterRedrive, masks: Masks): RedriveView {
  return { ...toRedriveView(redrive, undefined, masks), inCluster: { way, others, unanswered: sending } };
}

export async function toRedriveViews(
  db: Queryable,
  redrives: readonly Redrive[],
  masks: Masks,
): Promise<RedriveView[]> {
  const causes = await redriveCauses(
    db,
    redrives.map(({ redriveId }) => redriveId),
  );
  const textOf = new Map(causes.map(({ redriveId, errorType, text }) => [redriveId, `${errorType}: ${text}`]));
  return redrives.map((redrive) => toRedriveView(redrive, textOf.get(redrive.redriveId), masks));
}

function toRedriveView(redrive: Redrive, causeText: string | undefined, masks: Masks): RedriveView {
  const { selection, frozenAt, finishedAt, releasedAt, phaseAt, roundAt, heldAt, stop, failing, ...rest } = redrive;
  return {
    ...rest,
    name: redriveName(redrive.redriveId),
    scope: scopeOf(selection, causeText, masks),
    phaseAt: phaseAt?.toISOString() ?? null,
    roundAt: roundAt?.toISOString() ?? null,
    heldAt: heldAt?.toISOString() ?? null,
    failing:
      failing === null
        ? null
        : { since: failing.since.toISOString(), lastAt: failing.lastAt.toISOString(), why: failing.why },
    stop: stop === null ? null : { ...stop, at: stop.at.toISOString() },
    frozenAt: frozenAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    releasedAt: releasedAt?.toISOString() ?? null,
    inCluster: null,
  };
}

const CAUSE_KEY = /^[0-9a-f]{16}$/;

/** The key of a cause says nothing to people. */
function causeWords(key: string, name: string | undefined): string {
  if (name !== undefined) return `cause “${name}”`;
  if (key.startsWith('unreported:')) return 'cause not reported';
  return CAUSE_KEY.test(key) ? 'one cause, whose text is no longer kept' : `cause “${key}”`;
}

const text = z.string().optional();
const number = z.number().optional();

const earlierShape = z.object({
  redriveId: z.number(),
  verdicts: z.array(z.string()),
  withoutCauses: z.array(z.string()).optional(),
});

const selectionShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('messages'), count: z.number() }),
  z.object({ kind: z.literal('redrive'), redrive: earlierShape }),
  z.object({
    kind: z.literal('filter'),
    filter: z.object({
      ...{ q: text, cause: text, topic: text, appVersion: text, key: text, json: text },
      ...{ from: text, to: text, expiresBefore: text, attemptsFrom: number, attemptsTo: number },
      ...{ held: z.boolean().optional(), accepted: z.boolean().optional() },
    } satisfies Record<keyof RedriveFilter, z.ZodType>),
  }),
]);

function scopeOf(selection: unknown, causeText: string | undefined, masks: Masks): string {
  const parsed = selectionShape.safeParse(selection);
  if (!parsed.success) return 'unknown selection';
  const { data } = parsed;
  switch (data.kind) {
    case 'all':
      return 'all of the group';
    case 'messages':
      return data.count === 1 ? '1 message named' : `${data.count} messages named`;
    case 'redrive': {
      const { redriveId, verdicts, withoutCauses = [] } = data.redrive;
      const chosen = `${verdicts.join(', ').replaceAll('-', ' ')} in ${redriveName(redriveId)}`;
      return withoutCauses.length === 0 ? chosen : `${chosen}, without the cause that failed`;
    }
    case 'filter': {
      const { cause } = data.filter;
      const named = cause === undefined ? undefined : causeWords(cause, causeText);
      return conditionWords(toConditions(hideInFilter(data.filter, masks)), named).join(', ');
    }
  }
}
