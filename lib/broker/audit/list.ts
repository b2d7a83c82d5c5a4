import { fromKept } from '../../model/language/retell';
import { hideInAudit } from '../../model/masking/asked';
import type { Scope } from '../../model/access/team';
import { auditCheckRead, auditLinks } from '../../store/queries/audit/audit-chain';
import type { BrokerContext } from '../context';
import { wholeOf } from '../in-team';
import { shownTo } from './shown';

const PAGE = 50;
const ACTORS = ['operator', 'token', 'system'] as const;

export interface AuditAsked {
  /** A part of it, in whatever case. */
  readonly actor?: string | undefined;
  /** What it begins with. */
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  /** Older than this row. */
  readonly before?: bigint | undefined;
  /** The attached cluster that it was done in, or to; null: anywhere. */
  readonly workspace: string | null;
}

/** Newest first. @param scope what the connections of `ctx` show: names outside it are left out of the rows */
export async function listAudit(
  { store, masks }: BrokerContext,
  { actor, action, target, before, workspace }: AuditAsked,
  scope: Scope,
) {
  const rows = await store.prisma.audit.findMany({
    where: {
      ...(workspace !== null && { OR: [{ workspace }, { action: { startsWith: 'cluster.' }, target: workspace }] }),
      ...(actor !== undefined && { actor: { contains: actor, mode: 'insensitive' } }),
      ...(action !== undefined && { action: { startsWith: action } }),
      ...(target !== undefined && { target: { contains: target, mode: 'insensitive' } }),
      ...(before !== undefined && { auditId: { lt: before } }),
    },
    orderBy: { auditId: 'desc' },
    take: PAGE + 1,
  });
  const page = rows.slice(0, PAGE);
  const shown = scope === null ? page : page.map(await shownTo({ scope, seen: store, whole: wholeOf(store) }, page));
  const items = shown.map((row) => ({
    ...row,
    before: hideInAudit(row.before, masks),
    after: hideInAudit(row.after, masks),
    actorKind: ACTORS.find((kind) => kind === row.actorKind) ?? 'system',
  }));
  return { items, next: rows.length > PAGE ? (items.at(-1)?.auditId ?? null) : null };
}

/** How far the log was found as it was written. */
export async function readAuditChain({ store }: Pick<BrokerContext, 'store'>) {
  const [check, [first]] = await Promise.all([auditCheckRead(store.console), auditLinks(store.console, -1, 1)]);
  const { brokenAuditId, brokenWhy } = check ?? {};
  return {
    /** When rows began to be linked; those of before were linked then. */
    since: first?.linkedAt ?? '',
    /** Null: not checked yet. */
    checkedAt: check?.checkedAt ?? null,
    /** All rows up to this one fit. */
    rows: check?.position ?? 0,
    /** The first row that does not fit; null: all do. */
    broken: brokenAuditId == null ? null : { auditId: String(brokenAuditId), why: fromKept(brokenWhy ?? '') },
  };
}
