import { kept } from '../../model/language/retell';
import { english, type Reason, told } from '../../model/language/t';
import { auditCheckRead, auditCheckWrite } from '../../store/queries/audit/audit-chain';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { type AuditAnchor, makeAnchor } from './anchor';
import { verifyAudit } from './verify';

export interface AnchorOptions {
  /** REDRIVE_SECRET_KEY, which signs. */
  readonly secretKey: string | undefined;
  /** Takes an anchor to where this database cannot reach; false: it did not get there. */
  readonly give: (anchor: AuditAnchor) => Promise<boolean>;
}

/**
 * Checks the whole audit chain, notes how far it fits, and gives its head away. What fitted at the last check must
 * still be there. A head that is not new is not given again by this process, and an empty chain has none.
 * @returns what is wrong, as a sentence; null: nothing
 */
export async function checkAudit(
  { store, log }: Pick<BrokerContext, 'store' | 'log'>,
  { secretKey, give }: AnchorOptions,
  given: { hash: string },
): Promise<Reason | null> {
  const checkedAt = await databaseTime(store.console);
  const last = await auditCheckRead(store.console);
  const known = last === null ? [] : [{ position: last.position, hash: last.hash.toString('hex') }];
  const { chain, head, broken } = await verifyAudit(store.console, known);
  // What was seen to fit stays what must be there.
  const fitted = broken !== null && last !== null && last.position > head.position ? last : null;
  await auditCheckWrite(store.console, {
    position: fitted?.position ?? head.position,
    hash: fitted?.hash ?? Buffer.from(head.hash, 'hex'),
    checkedAt,
    brokenAuditId: broken?.auditId ?? null,
    brokenWhy: broken === null ? null : kept(broken.why),
  });
  if (broken !== null) {
    log.error({ auditId: broken.auditId, why: english(broken.why) }, 'a row of the audit log does not fit its chain');
    return told('entry {entry} of the audit log does not fit its chain: {why}', {
      entry: broken.auditId,
      why: broken.why,
    });
  }
  if (given.hash === head.hash || head.position === 0) return null;
  if (await give(makeAnchor({ chain, ...head, checkedAt }, secretKey))) given.hash = head.hash;
  return null;
}
