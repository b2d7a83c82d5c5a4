import type { Scope } from '../../model/access/team';
import { hideInAudit } from '../../model/masking/asked';
import {
  auditBetween,
  auditBetweenCount,
  type AuditSpan,
  type AuditSpanRow,
} from '../../store/queries/audit/audit-between';
import type { BrokerContext } from '../context';
import { wholeOf } from '../in-team';
import { shownTo } from './shown';

/** Changes of messages, groups and settings. Accounts, sign-ins, refusals and reads are not handed over. */
const PREFIXES = [
  ...['group.', 'topic.', 'retry.', 'key.', 'redrive.', 'dead-letter.', 'cause.', 'transaction.', 'limit.', 'alarm'],
  ...['redirect.', 'setting.', 'access-key.', 'cluster.', 'problem.', 'approval.', 'practice.', 'database.', 'move.'],
  ...['message.recall', 'message.send'],
];

/** The re-drive and the alarm themselves say it. */
const WITHOUT = [
  ...['redrive.start', 'redrive.stop', 'redrive.complete'],
  ...['alarm.acknowledge', 'alarm.silence', 'alarm.unsilence', 'dead-letter.export', 'cluster.test'],
];

/** Newest first. @param scope as of listAudit */
export async function auditOfSpan(
  { store, masks }: BrokerContext,
  span: Omit<AuditSpan, 'prefixes' | 'without'>,
  scope: Scope,
  limit: number,
): Promise<readonly AuditSpanRow[]> {
  const rows = await auditBetween(store.console, { ...span, prefixes: PREFIXES, without: WITHOUT }, limit);
  const shown = scope === null ? rows : rows.map(await shownTo({ scope, seen: store, whole: wholeOf(store) }, rows));
  return shown.map((row) => ({
    ...row,
    before: hideInAudit(row.before, masks),
    after: hideInAudit(row.after, masks),
  }));
}

/** How many changes auditOfSpan has, counted up to the limit. */
export function countAuditOfSpan(
  { store }: BrokerContext,
  span: Omit<AuditSpan, 'prefixes' | 'without'>,
  limit: number,
): Promise<number> {
  return auditBetweenCount(store.console, { ...span, prefixes: PREFIXES, without: WITHOUT }, limit);
}
