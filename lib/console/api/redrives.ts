import 'server-only';
import { z } from 'zod';
import { cancelRedrive, pauseRedrive, recallRedrive, resumeRedrive } from '../../broker';
import {
  cancelClusterRedrive,
  type ClusterEngine,
  type ClusterRedrive,
  listClusterRedriveItems,
  listClusterRedrives,
  pauseClusterRedrive,
  readClusterRedrive,
  resumeClusterRedrive,
} from '../../engine';
import { REDRIVE_WAYS } from '../../model/redrive-way';
import type { ControlRedriveInput } from '../../broker/redrive/control';
import { listRedriveItems, listRedrives, type Redrive, readRedrive } from '../../broker/redrive/read';
import { type RedriveFailing, REDRIVE_PHASES, REDRIVE_STATES, REDRIVE_VERDICTS, STOP_RULES } from '../../model/redrive';
import type { ConsoleContext } from '../http/context';
import { type ApiRoute, defineRoute } from '../http/define-route';
import { listQuery, pageShape, time } from '../schemas/shapes';

const params = z.strictObject({ id: z.string().regex(/^\d{1,9}$/, 'must be a number, in digits') });

const count = z.int();
const redriveShape = z
  .object({
    id: z.string(),
    group: z.string(),
    state: z
      .enum(REDRIVE_STATES)
      .describe('completed: all released to the group; whether consumed is in counts. stopped: by its own rule'),
    phase: z.enum(REDRIVE_PHASES).describe('canary: waits for the first deliveries of the first ones'),
    counts: z.object({
      selected: count.describe('Frozen at the start'),
      consumed: count,
      inFlight: count.describe('Being delivered for the first time'),
      retrying: count.describe('A delivery failed, and it is retried'),
      diedAgain: count,
      notFailed: count.describe('Delivered and not failed so far, where a cluster shows no more'),
      recalled: count,
      filteredOut: count.describe('Not delivered: the filter of the group does not match'),
      notYetFetched: count,
      excluded: count,
      cancelled: count.describe('Never released'),
      released: count.describe('Put back to the group, whatever happened then'),
      unknown: count.describe('Released, and the record is past the retention'),
      sent: count.describe('Sent to another topic, where its way is not followed'),
      firstDeliveryFailed: count.describe('First deliveries that failed or timed out, whatever came then'),
    }),
    ratePerSecond: z.int().nullable(),
    canary: z.object({ count }).nullable(),
    ramp: z.array(z.object({ ratePerSecond: z.int().nullable(), afterVerdicts: count })),
    abort: z
      .object({
        failedShare: z.number().nullable(),
        ofLast: count,
        unfetchedMs: z.int().nullable(),
        delayP95Ms: z.int().nullable(),
      })
      .nullable(),
    stop: z
      .object({ rule: z.enum(STOP_RULES), at: time, failed: count, of: count })
      .nullable()
      .describe('Why its rule stopped it'),
    holdsSince: time.nullable().describe('It waits, because live messages of the group wait too long'),
    failing: z
      .object({ since: time, lastAt: time, why: z.string() })
      .nullable()
      .describe('It runs and releases nothing: each step fails, and is tried again every 5 s'),
    reason: z.string(),
    createdBy: z.string(),
    frozenAt: time,
    finishedAt: time.nullable(),
    inCluster: z
      .object({
        way: z.enum(REDRIVE_WAYS).describe('How the copies come to the group'),
        others: z.array(z.string()).describe('Other groups that got a copy'),
      })
      .nullable()
      .describe('Null: of the embedded broker'),
  })
  .meta({ id: 'Redrive' });

function toFailing({ since, lastAt, why }: RedriveFailing): z.input<typeof redriveShape>['failing'] {
  return { since: since.toISOString(), lastAt: lastAt.toISOString(), why };
}

function toShape(row: Redrive): z.input<typeof redriveShape> {
  return {
    id: String(row.redriveId),
    group: row.group,
    state: row.state,
    counts: row.counts,
    ratePerSecond: row.ratePerSecond,
    phase: row.phase,
    canary: row.care.canary === null ? null : { count: row.care.canary },
    ramp: [...row.care.ramp],
    abort: row.care.abort,
    stop: row.stop === null ? null : { ...row.stop, at: row.stop.at.toISOString() },
    holdsSince: row.heldAt?.toISOString() ?? null,
    failing: row.failing === null ? null : toFailing(row.failing),
    reason: row.reason,
    createdBy: row.createdBy,
    frozenAt: row.frozenAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    inCluster: null,
  };
}

function toClusterShape(row: ClusterRedrive): z.input<typeof redriveShape> {
  return { ...toShape(row), inCluster: { way: row.way, others: row.others } };
}

export const listRedrivesRoute = defineRoute({
  method: 'get',
  path: '/redrives',
  name: 'listRedrives',
  summary: 'List re-drives, newest first',
  tag: 'Re-drives',
  permission: 'redrive:read',
  subject: { group: ({ query }) => query.group },
  query: z.strictObject({ group: z.string().optional(), ...listQuery }),
  answers: [{ status: 200, description: 'A page', schema: pageShape(redriveShape) }],
  run: async ({ broker }, { query }) => {
    const { items, nextCursor } = await listRedrives(broker, query);
    return { status: 200, body: { items: items.map(toShape), nextCursor } };
  },
  runInCluster: async ({ broker, engine }, { query }) => {
    const { items, nextCursor } = await listClusterRedrives(broker, engine, query);
    return { status: 200, body: { items: items.map(toClusterShape), nextCursor } };
  },
});

export const getRedriveRoute = defineRoute({
  method: 'get',
  path: '/redrives/{id}',
  name: 'getRedrive',
  summary: 'State and verdicts of a re-drive, from the rows',
  tag: 'Re-drives',
  permission: 'redrive:read',
  subject: { redrive: ({ params }) => Number(params.id) },
  params,
  answers: [{ status: 200, description: 'The re-drive', schema: redriveShape }],
  run: async ({ broker }, { params: { id } }) => ({
    status: 200,
    body: toShape(await readRedrive(broker, Number(id))),
  }),
  runInCluster: async ({ broker, engine }, { params: { id } }) => ({
    status: 200,
    body: toClusterShape(await readClusterRedrive(broker, engine, Number(id))),
  }),
});

const itemShape = z
  .object({ messageId: z.string(), topic: z.string(), verdict: z.enum(REDRIVE_VERDICTS) })
  .meta({ id: 'RedriveItem' });

export const listRedriveItemsRoute = defineRoute({
  method: 'get',
  path: '/redrives/{id}/messages',
  name: 'listRedriveMessages',
  summary: 'The messages of a re-drive with the verdict of each',
  tag: 'Re-drives',
  permission: 'redrive:read',
  subject: { redrive: ({ params }) => Number(params.id) },
  params,
  query: z.strictObject({ verdict: z.enum(REDRIVE_VERDICTS).optional(), ...listQuery }),
  answers: [{ status: 200, description: 'A page in release order', schema: pageShape(itemShape) }],
  run: async ({ broker }, { params: { id }, query: { verdict, ...page } }) => {
    const { redriveId } = await readRedrive(broker, Number(id));
    const { items, nextCursor } = await listRedriveItems(broker, {
      redriveId,
      ...page,
      ...(verdict === undefined ? {} : { verdicts: [verdict] }),
    });
    return { status: 200, body: { items: items.map(toItem), nextCursor } };
  },
  runInCluster: async ({ broker, engine }, { params: { id }, query: { verdict, ...page } }) => {
    const verdicts = verdict === undefined ? undefined : [verdict];
    const items = await listClusterRedriveItems(broker, engine, { redriveId: Number(id), ...page, verdicts });
    return { status: 200, body: { items: items.items.map(toItem), nextCursor: items.nextCursor } };
  },
});

function toItem({ messageId, topic, verdict }: z.input<typeof itemShape>): z.input<typeof itemShape> {
  return { messageId, topic, verdict };
}

const controlBody = z.strictObject({ reason: z.string().max(500).optional() });

function control(
  verb: 'pause' | 'resume' | 'cancel' | 'recall',
  summary: string,
  run: (broker: ConsoleContext['broker'], input: ControlRedriveInput) => Promise<object>,
  runInCluster?: (engine: ClusterEngine, input: ControlRedriveInput) => Promise<object>,
): ApiRoute {
  return defineRoute({
    method: 'post',
    path: `/redrives/{id}/${verb}`,
    name: `${verb}Redrive`,
    summary,
    tag: 'Re-drives',
    permission: 'redrive:control',
    subject: { redrive: ({ params }) => Number(params.id) },
    params,
    body: controlBody,
    bodyOptional: true,
    answers: [
      {
        status: 200,
        description: 'The re-drive as it is now',
        schema: redriveShape
          .extend({ recalled: count.optional(), left: count.optional(), changed: z.boolean().optional() })
          .meta({ id: 'ControlledRedrive' }),
      },
    ],
    run: async ({ broker, actor }, { params: { id }, body }) => {
      const redriveId = Number(id);
      const outcome = await run(broker, { redriveId, actor, reason: body.reason });
      const { redriveId: _id, ...counts } = outcome as { redriveId?: number };
      return { status: 200, body: { ...counts, ...toShape(await readRedrive(broker, redriveId)) } };
    },
    runInCluster:
      runInCluster === undefined
        ? undefined
        : async ({ broker, engine, actor }, { params: { id }, body }) => {
            const redriveId = Number(id);
            const outcome = await runInCluster(engine, { redriveId, actor, reason: body.reason });
            const { redriveId: _id, ...counts } = outcome as { redriveId?: number };
            const now = toClusterShape(await readClusterRedrive(broker, engine, redriveId));
            return { status: 200, body: { ...counts, ...now } };
          },
  });
}

export const pauseRedriveRoute = control(
  'pause',
  'Release nothing more until it is resumed',
  pauseRedrive,
  pauseClusterRedrive,
);
export const resumeRedriveRoute = control('resume', 'Go on releasing', resumeRedrive, resumeClusterRedrive);
export const cancelRedriveRoute = control(
  'cancel',
  'End the releasing; what was released stays with the group',
  cancelRedrive,
  cancelClusterRedrive,
);
export const recallRedriveRoute = control('recall', 'Take back what no client has fetched', recallRedrive);
