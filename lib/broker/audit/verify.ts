import { type AuditPoint, type BrokenLink, whyBroken } from '../../model/audit/audit-chain';
import { told } from '../../model/language/t';
import { type AuditLink, auditLinks, firstUnlinked } from '../../store/queries/audit/audit-chain';
import type { Queryable } from '../../store/queryable';

const BATCH = 2000;

export interface AuditVerdict {
  /** The first link: names this chain among those of other installations. */
  readonly chain: string;
  /** When the chain began; rows of before were linked then. */
  readonly since: Date;
  /** The last link that fits; its position is the number of rows. */
  readonly head: AuditPoint;
  /** The first row that does not fit; null: all do. */
  readonly broken: BrokenLink | null;
}

/**
 * Reads the whole chain and every row, computes each hash here, and compares.
 * @param known places that were written down before: the chain must still have them
 */
export async function verifyAudit(db: Queryable, known: readonly AuditPoint[] = []): Promise<AuditVerdict> {
  const expected = new Map(known.map(({ position, hash }) => [position, hash]));
  let first: AuditLink | null = null;
  let last: AuditLink | null = null;
  const verdict = (broken: BrokenLink | null): AuditVerdict => ({
    chain: first?.hash.toString('hex').slice(0, 16) ?? '',
    since: first?.linkedAt ?? new Date(0),
    head: { position: last?.position ?? 0, hash: last?.hash.toString('hex') ?? '' },
    broken,
  });
  for (;;) {
    const links: AuditLink[] = await auditLinks(db, last?.position ?? -1, BATCH);
    for (const link of links) {
      const given = expected.get(link.position);
      const why =
        whyBroken(last, link) ??
        (given === undefined || given === link.hash.toString('hex')
          ? null
          : told('it differs from what was written down'));
      if (why !== null) return verdict({ auditId: link.auditId, why });
      expected.delete(link.position);
      first ??= link;
      last = link;
    }
    if (links.length < BATCH) break;
  }
  const [lost] = [...expected.keys()].toSorted((a, b) => a - b);
  if (lost !== undefined)
    return verdict({
      auditId: (last?.auditId ?? 0) + 1,
      why: told('the chain ends at {last}, and {lost} was written down', { last: last?.position ?? 0, lost }),
    });
  const unlinked = await firstUnlinked(db);
  return verdict(unlinked === null ? null : { auditId: unlinked, why: told('it was added past the chain') });
}
