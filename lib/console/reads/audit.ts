import 'server-only';
import { z } from 'zod';
import { defineRead } from '../http/define-read';

const PAGE = 50;
const short = z.string().trim().max(254);

export interface AuditView {
  readonly auditId: string;
  readonly at: string;
  readonly actorKind: 'operator' | 'token' | 'system';
  readonly actor: string;
  readonly address: string | null;
  readonly action: string;
  readonly target: string;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly counts: unknown;
}

export interface AuditPage {
  readonly items: readonly AuditView[];
  readonly nextCursor: string | null;
}

/** Newest first. */
export const auditRead = defineRead({
  permission: 'audit:read',
  input: z.strictObject({
    actor: short.optional(),
    action: short.optional(),
    target: short.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,18}$/, 'is not a cursor of this list')
      .optional(),
  }),
  run: async ({ store }, { actor, action, target, cursor }): Promise<AuditPage> => {
    const rows = await store.prisma.audit.findMany({
      where: {
        ...(actor === undefined ? {} : { actor: { contains: actor, mode: 'insensitive' } }),
        ...(action === undefined ? {} : { action: { startsWith: action } }),
        ...(target === undefined ? {} : { target: { contains: target, mode: 'insensitive' } }),
        ...(cursor === undefined ? {} : { auditId: { lt: BigInt(cursor) } }),
      },
      orderBy: { auditId: 'desc' },
      take: PAGE + 1,
    });
    const items = rows.slice(0, PAGE).map((row) => ({
      ...row,
      auditId: row.auditId.toString(),
      at: row.at.toISOString(),
      actorKind: toKind(row.actorKind),
    }));
    return { items, nextCursor: rows.length > PAGE ? (items.at(-1)?.auditId ?? null) : null };
  },
});

function toKind(text: string): AuditView['actorKind'] {
  return text === 'operator' || text === 'token' ? text : 'system';
}
