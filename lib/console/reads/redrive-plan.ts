import 'server-only';
import { z } from 'zod';
import { can } from '../../auth/permission';
import { findGroup, planRedrive } from '../../broker';
import type { RedriveFilter, RedriveSelection } from '../../model/redrive';
import { getRuntime } from '../../runtime/singleton';
import type { RedriveExcludedRow } from '../../store/queries/redrive/redrive-plan';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import { readAhead, readMoment } from '../schemas/time-range';
import { type CauseView, toCauseView } from './causes';

const text = z.string().max(200);

/** The address of a plan: exactly one of set, message, all and a filter; `through` and `frozen` fix the set. */
const planInput = z.strictObject({
  group: text,
  set: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'must be a list of dead letters, with commas between them')
    .optional(),
  message: z.string().max(255).optional(),
  all: z.literal('1').optional(),
  from: text.optional(),
  to: text.optional(),
  q: text.optional(),
  cause: text.optional(),
  expires: text.optional(),
  through: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the number of a dead letter')
    .optional(),
  frozen: z.iso.datetime().optional(),
});

interface PlanFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly q?: string | undefined;
  readonly cause?: string | undefined;
  readonly expires?: string | undefined;
}

/** What the start button sends back: the set as it was frozen. */
export interface PlanSelection {
  readonly deadLetterIds?: number[] | undefined;
  readonly messageIds?: string[] | undefined;
  readonly filter?: PlanFilter | undefined;
  readonly all?: true | undefined;
  readonly throughId: number;
}

export interface RedrivePlanView {
  readonly group: string;
  readonly ordered: boolean;
  readonly maxRetries: number;
  readonly selection: PlanSelection;
  readonly frozenAt: string;
  readonly matched: number;
  readonly inSet: number;
  readonly excluded: number;
  readonly missing: number;
  readonly diedSince: number;
  readonly bodyBytes: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly redrivenBefore: number;
  readonly sharedKeys: number;
  readonly reasons: readonly RedriveExcludedRow[];
  /** The most frequent ones. */
  readonly causes: readonly CauseView[];
  /** How many causes there are; `causes` may hold fewer. */
  readonly causeCount: number;
  /** Consumers of the group connected to this process. */
  readonly clients: number;
  readonly startNotAllowed: string | null;
}

export const redrivePlanRead = defineRead({
  permission: 'dead-letter:read',
  input: planInput,
  run: async ({ broker, store, principal }, given): Promise<RedrivePlanView> => {
    const group = await findGroup(broker, given.group);
    const frozenAt = given.frozen ?? (await databaseNow(store.console));
    const filter: RedriveFilter = {
      from: readMoment('from', given.from, frozenAt),
      to: readMoment('to', given.to, frozenAt),
      q: given.q,
      cause: given.cause,
      expiresBefore: readAhead('expires', given.expires, frozenAt),
    };
    const selection: RedriveSelection = {
      deadLetterIds: given.set?.split(',').map(Number),
      messageIds: given.message === undefined ? undefined : [given.message],
      all: given.all === undefined ? undefined : true,
      filter: Object.values(filter).some((value) => value !== undefined) ? filter : undefined,
      throughId: given.through === undefined ? undefined : Number(given.through),
    };
    const { reasons, causes, firstAt, lastAt, throughId, ...plan } = await planRedrive(broker, {
      ...selection,
      group: group.name,
    });
    return {
      ...plan,
      group: group.name,
      ordered: group.deliveryOrder === 'ordered',
      maxRetries: group.maxRetries,
      selection: {
        throughId,
        ...(selection.deadLetterIds === undefined ? {} : { deadLetterIds: [...selection.deadLetterIds] }),
        ...(selection.messageIds === undefined ? {} : { messageIds: [...selection.messageIds] }),
        ...(selection.all === undefined ? {} : { all: true as const }),
        ...(selection.filter === undefined
          ? {}
          : {
              filter: {
                q: filter.q,
                cause: filter.cause,
                from: filter.from?.toISOString(),
                to: filter.to?.toISOString(),
                expires: filter.expiresBefore?.toISOString(),
              },
            }),
      },
      frozenAt,
      firstAt: firstAt?.toISOString() ?? null,
      lastAt: lastAt?.toISOString() ?? null,
      reasons,
      causes: causes.map(toCauseView),
      clients: getRuntime()
        .listClients()
        .filter((client) => client.group === group.name).length,
      startNotAllowed: can(principal, 'dead-letter:redrive')
        ? null
        : `needs dead-letter:redrive; you are signed in as ${principal.role}`,
    };
  },
});

/** The address of the same plan with its set fixed, for a reload or a colleague. */
export function frozenAddress(plan: RedrivePlanView): string {
  const { deadLetterIds, messageIds, filter, all, throughId } = plan.selection;
  const params = new URLSearchParams({ group: plan.group });
  if (deadLetterIds !== undefined) params.set('set', deadLetterIds.join(','));
  if (messageIds?.[0] !== undefined) params.set('message', messageIds[0]);
  if (all === true) params.set('all', '1');
  for (const [name, value] of Object.entries(filter ?? {})) if (value !== undefined) params.set(name, value);
  params.set('through', String(throughId));
  params.set('frozen', plan.frozenAt);
  return `/redrives/new?${params}`;
}
