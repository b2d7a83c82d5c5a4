import 'server-only';
import { z } from 'zod';
import { can, reasonAgainst } from '../../auth/permission';
import { listRedriveItems, readRedrive, type Redrive, type RedriveItem } from '../../broker';
import { readProgress, readSeries, type RedriveProgress } from '../../broker/redrive/progress';
import { listClusterRedriveItems, readClusterProgress, readClusterRedrive, readClusterSeries } from '../../engine';
import { type Watch, WATCHES } from '../../model/alarm/watch';
import type { Masks } from '../../model/masking/masks';
import { REDRIVE_VERDICTS, type RedriveState, type RedriveVerdict } from '../../model/redrive';
import { alarmsOfRedrive } from '../../store/queries/alarm/alarms-of-redrive';
import { clusterRedriveRest } from '../../store/queries/cluster-redrive/rest';
import { redriveGroupPause } from '../../store/queries/redrive/redrive-group-pause';
import { redriveRest, type RedriveRestRow } from '../../store/queries/redrive/redrive-rest';
import type { Queryable } from '../../store/queryable';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import type { GroupPause } from '../operations/groups/views';
import { type RedriveView, toClusterRedriveView, toRedriveViews } from './redrives';

const id = z.string().regex(/^(RD-)?\d{1,9}$/i, 'must be a re-drive like RD-1');

export interface AlarmOfRedriveView {
  readonly incidentId: number;
  /** What its rule watches, in words. */
  readonly says: string;
  readonly firedAt: string;
  readonly open: boolean;
}

export interface RedrivePage {
  readonly redrive: RedriveView;
  readonly progress: RedriveProgress;
  /** Its group is paused: it releases nothing until that is resumed. Null: it is not, or it goes to a topic. */
  readonly groupPaused: GroupPause | null;
  /** What of it is not released and has another cause than the one that stopped it; null: nothing tells them apart. */
  readonly rest: RedriveRestRow | null;
  /** The alarms whose end is its verdict. */
  readonly alarms: readonly AlarmOfRedriveView[];
  /** Null: may pause, resume, cancel and recall. */
  readonly controlNotAllowed: string | null;
}

export const redriveRead = defineRead({
  permission: 'redrive:read',
  subject: { redrive: ({ id }) => redriveIdOf(id) },
  input: z.strictObject({ id }),
  run: async ({ broker, store, principal }, given): Promise<RedrivePage> => {
    const row = await readRedrive(broker, redriveIdOf(given.id));
    const now = new Date(await databaseNow(store.console));
    const [redrive, progress, alarms, groupPaused, rest] = await Promise.all([
      viewOf(store.console, row, broker.masks),
      readProgress(broker, row, now),
      alarmsOfRedrive(store.console, row.redriveId),
      pauseOf(store.console, row.redriveId),
      restOf(row, REST_STATES, (roundAt, states) => redriveRest(store.console, row.redriveId, roundAt, states)),
    ]);
    return {
      redrive,
      progress,
      rest,
      groupPaused,
      alarms: alarms.map(({ incidentId, watch, firedAt, resolvedAt }) => ({
        incidentId,
        says: Object.hasOwn(WATCHES, watch) ? WATCHES[watch as Watch].says : watch,
        firedAt: firedAt.toISOString(),
        open: resolvedAt === null,
      })),
      controlNotAllowed: can(principal, 'redrive:control')
        ? null
        : `needs redrive:control; you are signed in as ${principal.role}`,
    };
  },
  runInCluster: async ({ broker, store, engine, principal }, given): Promise<RedrivePage> => {
    const row = await readClusterRedrive(broker, engine, redriveIdOf(given.id));
    return {
      redrive: toClusterRedriveView(row, broker.masks),
      progress: await readClusterProgress(broker, row),
      rest: await restOf(row, CLUSTER_REST_STATES, (roundAt, states) =>
        clusterRedriveRest(store.console, row.redriveId, roundAt, states),
      ),
      // A run whose group is paused there says it by its own rule: brokers are not asked for every look at it.
      groupPaused: null,
      alarms: [],
      controlNotAllowed: reasonAgainst(principal, 'redrive:control'),
    };
  },
});

type RestStates = Readonly<Partial<Record<RedriveState, readonly string[]>>>;
/** States of items that are dead letters now, by the state of the run that its rule had stopped. */
const REST_STATES: RestStates = { stopped: ['selected'], cancelled: ['cancelled', 'recalled'] };
const CLUSTER_REST_STATES: RestStates = { stopped: ['planned'], cancelled: ['cancelled'] };

function restOf(
  { state, stop, roundAt, frozenAt }: Pick<Redrive, 'state' | 'stop' | 'roundAt' | 'frozenAt'>,
  statesOf: RestStates,
  read: (roundAt: Date, states: readonly string[]) => Promise<RedriveRestRow | null>,
): Promise<RedriveRestRow | null> {
  const states = statesOf[state];
  if (stop === null || states === undefined) return Promise.resolve(null);
  return read(roundAt ?? frozenAt, states);
}

async function pauseOf(db: Queryable, redriveId: number): Promise<GroupPause | null> {
  const row = await redriveGroupPause(db, redriveId);
  return row === null ? null : { ...row, at: row.at.toISOString() };
}

export interface RedriveSeriesPage {
  readonly stepMs: number;
  readonly steps: readonly {
    readonly at: string;
    readonly released: number;
    readonly failedShare: number | null;
  }[];
}

export const redriveSeriesRead = defineRead({
  permission: 'redrive:read',
  subject: { redrive: ({ id }) => redriveIdOf(id) },
  input: z.strictObject({ id }),
  run: async ({ broker, store }, given): Promise<RedriveSeriesPage> => {
    const now = new Date(await databaseNow(store.console));
    const { stepMs, steps } = await readSeries(broker, await readRedrive(broker, redriveIdOf(given.id)), now);
    return toSeries(stepMs, steps);
  },
  runInCluster: async ({ broker, engine }, given): Promise<RedriveSeriesPage> => {
    const { stepMs, steps } = await readClusterSeries(
      broker,
      await readClusterRedrive(broker, engine, redriveIdOf(given.id)),
    );
    return toSeries(stepMs, steps);
  },
});

function toSeries(
  stepMs: number,
  steps: readonly { readonly at: Date; readonly released: number; readonly failedShare: number | null }[],
): RedriveSeriesPage {
  return { stepMs, steps: steps.map((step) => ({ ...step, at: step.at.toISOString() })) };
}

export interface RedriveItemView extends Omit<RedriveItem, 'movedAt' | 'visibleAt' | 'decidedAt'> {
  readonly movedAt: string | null;
  readonly visibleAt: string | null;
  readonly decidedAt: string | null;
}

export interface RedriveItemsPage {
  readonly items: readonly RedriveItemView[];
  readonly nextCursor: string | null;
}

/** Filters of the message table; "open" is what is not consumed and may still change. */
const SHOWN: Readonly<Record<string, readonly RedriveVerdict[]>> = {
  ...Object.fromEntries(REDRIVE_VERDICTS.map((verdict) => [verdict, [verdict]])),
  failing: ['retrying', 'died-again'],
};

/** Which messages of which re-drive. */
export const redriveFilter = { id, show: z.enum([...REDRIVE_VERDICTS, 'failing']).optional() };

export function verdictsShown(show: string | undefined): readonly RedriveVerdict[] | undefined {
  return show === undefined ? undefined : SHOWN[show];
}

const PAGE = 50;

export const redriveItemsRead = defineRead({
  permission: 'redrive:read',
  subject: { redrive: ({ id }) => redriveIdOf(id) },
  input: z.strictObject({
    ...redriveFilter,
    cursor: z.string().max(20).optional(),
  }),
  run: async ({ broker }, { show, cursor, ...given }): Promise<RedriveItemsPage> => {
    const page = await listRedriveItems(broker, {
      redriveId: redriveIdOf(given.id),
      verdicts: verdictsShown(show),
      cursor,
      limit: PAGE,
    });
    return toItems(page);
  },
  runInCluster: async ({ broker, engine }, { show, cursor, ...given }): Promise<RedriveItemsPage> => {
    const redriveId = redriveIdOf(given.id);
    return toItems(
      await listClusterRedriveItems(broker, engine, { redriveId, verdicts: verdictsShown(show), cursor, limit: PAGE }),
    );
  },
});

function toItems({
  items,
  nextCursor,
}: {
  items: readonly RedriveItem[];
  nextCursor: string | null;
}): RedriveItemsPage {
  return {
    items: items.map((row) => ({
      ...row,
      movedAt: row.movedAt?.toISOString() ?? null,
      visibleAt: row.visibleAt?.toISOString() ?? null,
      decidedAt: row.decidedAt?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

async function viewOf(db: Queryable, redrive: Redrive, masks: Masks): Promise<RedriveView> {
  const [view] = await toRedriveViews(db, [redrive], masks);
  if (view === undefined) throw new Error('a re-drive has one view');
  return view;
}

/** "RD-12" or "12", as in an address. */
export function redriveIdOf(text: string): number {
  return Number(text.replace(/^RD-/i, ''));
}
