import 'server-only';
import { z } from 'zod';
import { scopeOf } from '../../auth/permission';
import { getRuntime } from '../../runtime/singleton';
import { hideInAudit } from '../../model/masking/asked';
import type { Store } from '../../store/client';
import { auditCheckRead, auditLinks } from '../../store/queries/audit/audit-chain';
import type { ReadContext } from '../http/context';
import { defineRead } from '../http/define-read';
import { shownTo } from './audit-shown';

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

const input = z.strictObject({
  actor: short.optional(),
  action: short.optional(),
  target: short.optional(),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'is not a cursor of this list')
    .optional(),
});

/** Newest first: of this installation and all its clusters, or what was done in one of them and to it. */
export const auditRead = defineRead({
  permission: 'audit:read',
  subject: 'listed',
  input,
  run: (ctx, asked) => readAudit(ctx, asked, {}),
  runInCluster: (ctx, asked) => {
    const { name } = ctx.engine;
    return readAudit(ctx, asked, { OR: [{ workspace: name }, { action: { startsWith: 'cluster.' }, target: name }] });
  },
});

async function readAudit(
  { broker, store, principal }: ReadContext,
  { actor, action, target, cursor }: z.output<typeof input>,
  within: NonNullable<Parameters<Store['prisma']['audit']['findMany']>[0]>['where'],
): Promise<AuditPage> {
  const rows = await store.prisma.audit.findMany({
    where: {
      ...within,
      ...(actor === undefined ? {} : { actor: { contains: actor, mode: 'insensitive' } }),
      ...(action === undefined ? {} : { action: { startsWith: action } }),
      ...(target === undefined ? {} : { target: { contains: target, mode: 'insensitive' } }),
      ...(cursor === undefined ? {} : { auditId: { lt: BigInt(cursor) } }),
    },
    orderBy: { auditId: 'desc' },
    take: PAGE + 1,
  });
  const page = rows.slice(0, PAGE);
  const scope = scopeOf(principal, 'audit:read');
  const shown =
    scope === null ? page : page.map(await shownTo({ scope, seen: store, whole: getRuntime().store }, page));
  const items = shown.map((row) => ({
    ...row,
    before: hideInAudit(row.before, broker.masks),
    after: hideInAudit(row.after, broker.masks),
    auditId: row.auditId.toString(),
    at: row.at.toISOString(),
    actorKind: toKind(row.actorKind),
  }));
  const nextCursor = rows.length > PAGE ? (items.at(-1)?.auditId ?? null) : null;
  return { items, nextCursor, chain: await readChain(store) };
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
