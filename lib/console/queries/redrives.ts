import 'server-only';
import { z } from 'zod';
import { listRedrives, type Redrive, redriveName } from '../../broker';
import type { RedriveCounts, RedriveState } from '../../model/redrive';
import { defineRead } from '../read';

export interface RedriveView {
  readonly redriveId: number;
  readonly name: string;
  readonly group: string;
  readonly ordered: boolean;
  readonly maxRetries: number;
  readonly state: RedriveState;
  /** What was asked for, in words. */
  readonly scope: string;
  readonly ratePerSecond: number | null;
  readonly reason: string;
  readonly createdBy: string;
  readonly frozenAt: string;
  readonly finishedAt: string | null;
  readonly releasedAt: string | null;
  readonly counts: RedriveCounts;
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
  input: z.strictObject({
    group: z.string().max(200).optional(),
    state: z.literal('open').optional(),
    cursor: z.string().max(20).optional(),
  }),
  run: async ({ broker, store }, { group, state, cursor }): Promise<RedrivesPage> => {
    const [page, groups] = await Promise.all([
      listRedrives(broker, { group, openOnly: state === 'open', cursor, limit: PAGE }),
      store.prisma.consumerGroup.findMany({
        where: { redrive: { some: {} } },
        select: { name: true },
        orderBy: { name: 'asc' },
        take: MOST_GROUPS,
      }),
    ]);
    return {
      items: page.items.map(toRedriveView),
      nextCursor: page.nextCursor,
      groups: groups.map(({ name }) => name),
    };
  },
});

export function toRedriveView(redrive: Redrive): RedriveView {
  const { selection, frozenAt, finishedAt, releasedAt, ...rest } = redrive;
  return {
    ...rest,
    name: redriveName(redrive.redriveId),
    scope: scopeOf(selection),
    frozenAt: frozenAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    releasedAt: releasedAt?.toISOString() ?? null,
  };
}

const selectionShape = z.object({
  kind: z.enum(['messages', 'filter', 'all']),
  count: z.number().optional(),
  filter: z
    .object({
      q: z.string().optional(),
      cause: z.string().optional(),
      from: z.string().optional(),
      to: z.string().optional(),
    })
    .optional(),
});

/** "2026-01-31 12:00 UTC": a text of the server, which knows no zone of its readers. */
function momentWords(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

function scopeOf(selection: unknown): string {
  const parsed = selectionShape.safeParse(selection);
  if (!parsed.success) return 'unknown selection';
  const { kind, count, filter } = parsed.data;
  if (kind === 'all') return 'all of the group';
  if (kind === 'messages') return count === 1 ? '1 message named' : `${count} messages named`;
  const parts = [
    filter?.cause === undefined ? null : `cause ${filter.cause}`,
    filter?.q === undefined ? null : `text “${filter.q}”`,
    filter?.from === undefined ? null : `died from ${momentWords(filter.from)}`,
    filter?.to === undefined ? null : `died before ${momentWords(filter.to)}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
