import type { AuditAnchor } from '../broker';
import type { Log } from '../model/log';
import { createLog } from '../observability/log';
import type { Config } from './config';

const ANSWER_LIMIT_MS = 10_000;

/**
 * The head of the audit chain goes where this database cannot reach: into the log, whatever its level is, and to an
 * address that the installation names. @returns gives one away; false: the address did not take it
 */
export function anchorGiver(
  { logLevel, auditAnchorUrl }: Pick<Config, 'logLevel' | 'auditAnchorUrl'>,
  log: Log,
): (anchor: AuditAnchor) => Promise<boolean> {
  const line = createLog(logLevel === 'silent' ? 'silent' : 'info', 'audit');
  return async (anchor) => {
    line.info({ ...anchor }, 'audit anchor');
    if (auditAnchorUrl === undefined) return true;
    try {
      const answer = await fetch(auditAnchorUrl, {
        method: 'POST',
        body: JSON.stringify(anchor),
        headers: { 'content-type': 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      if (answer.ok) return true;
      log.warn({ status: answer.status }, 'REDRIVE_AUDIT_ANCHOR_URL refused the audit anchor; it is sent again');
    } catch (error) {
      log.warn({ error }, 'REDRIVE_AUDIT_ANCHOR_URL is not responding; the audit anchor is sent again');
    }
    return false;
  };
}
