import 'server-only';
import { z } from 'zod';
import { scopeOf } from '../../auth/permission';
import { isCovered, type Scope } from '../../model/team';
import type { Store } from '../../store/client';
import { auditCheckRead, auditLinks } from '../../store/queries/audit/audit-chain';
import { defineRead } from '../http/define-read';
import { mapNames, namesIn, OUTSIDE } from './audit-names';

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
  /** The attached cluster that it was done in; null: this installation. */
  readonly workspace: string | null;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly counts: unknown;
}

export interface AuditPage {
  readonly items: readonly AuditView[];
  readonly nextCursor: string | null;
  readonly chain: AuditChainView;
}

/** How far the log was found as it was written. */
export interface AuditChainView {
  /** When rows began to be linked; those of before were linked then. */
  readonly since: string;
  /** Null: not checked yet. */
  readonly checkedAt: string | null;
  /** All rows up to this one fit. */
  readonly rows: number;
  /** The first row that does not fit; null: all do. */
  readonly broken: { readonly auditId: string; readonly why: string } | null;
}

/** Newest first. */
export const auditRead = defineRead({
  permission: 'audit:read',
  subject: 'listed',
  input: z.strictObject({
    actor: short.optional(),
    action: short.optional(),
    target: short.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,18}$/, 'is not a cursor of this list')
      .optional(),
  }),
  run: async ({ store, principal }, { actor, action, target, cursor }): Promise<AuditPage> => {
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
    const shown = await shownNames(store, scopeOf(principal, 'audit:read'), rows);
    const items = rows.slice(0, PAGE).map((row) => ({
      ...row,
      before: shown(row.before),
      after: shown(row.after),
      auditId: row.auditId.toString(),
      at: row.at.toISOString(),
      actorKind: toKind(row.actorKind),
    }));
    const nextCursor = rows.length > PAGE ? (items.at(-1)?.auditId ?? null) : null;
    return { items, nextCursor, chain: await readChain(store) };
  },
});

/**
 * A change of what a team sees may name what it does not: the topic of another team that messages went to, the group
 * of another team that read a topic. Not said: neither the name, nor whether there is one.
 */
async function shownNames(
  { prisma }: Pick<Store, 'prisma'>,
  scope: Scope,
  rows: readonly { readonly before: unknown; readonly after: unknown }[],
): Promise<(value: unknown) => unknown> {
  if (scope === null) return (value) => value;
  const names = namesIn(rows.flatMap(({ before, after }) => [before, after])).filter((name) => !isCovered(scope, name));
  // also topics that groups of the team consume
  const seen = names.length === 0 ? [] : await prisma.topic.findMany({ where: { name: { in: [...names] } } });
  const visible = new Set(seen.map(({ name }) => name));
  const show = (name: string): string => (isCovered(scope, name) || visible.has(name) ? name : OUTSIDE);
  return (value) => mapNames(value, show);
}

async function readChain({ console: db }: Pick<Store, 'console'>): Promise<AuditChainView> {
  const [check, [first]] = await Promise.all([auditCheckRead(db), auditLinks(db, -1, 1)]);
  const { brokenAuditId, brokenWhy } = check ?? {};
  return {
    since: first?.linkedAt.toISOString() ?? '',
    checkedAt: check?.checkedAt.toISOString() ?? null,
    rows: check?.position ?? 0,
    broken: brokenAuditId == null ? null : { auditId: String(brokenAuditId), why: brokenWhy ?? '' },
  };
}

function toKind(text: string): AuditView['actorKind'] {
  return text === 'operator' || text === 'token' ? text : 'system';
}
