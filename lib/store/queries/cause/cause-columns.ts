import { type CauseState, type Triage, UNTRIAGED } from '../../../model/dead-letter/cause';

/** Of `failure_cause c`, which may be missing. */
export const CAUSE_COLUMNS = `c.error_type AS "errorType", c.text, c.top_frame AS "topFrame",
  c.first_seen AS "firstSeen", c.last_seen AS "lastSeen", c.state, c.note, c.owner, c.ignore_until AS "ignoreUntil",
  c.ignore_per_hour AS "ignorePerHour", c.resolved_at AS "resolvedAt", c.triaged_by AS "triagedBy",
  c.triaged_at AS "triagedAt", c.triage_version AS "triageVersion"`;

export interface CauseColumns {
  /** Null: not reported. */
  readonly errorType: string | null;
  /** One line without ids, numbers and quoted values. */
  readonly text: string | null;
  readonly topFrame: string | null;
  /** First and last report of a failed delivery; null: not reported. */
  readonly firstSeen: Date | null;
  readonly lastSeen: Date | null;
  readonly state: string | null;
  readonly note: string | null;
  readonly owner: string | null;
  readonly ignoreUntil: Date | null;
  readonly ignorePerHour: number | null;
  readonly resolvedAt: Date | null;
  readonly triagedBy: string | null;
  readonly triagedAt: Date | null;
  readonly triageVersion: number | null;
}

export interface KnownCause extends Pick<CauseColumns, 'errorType' | 'text' | 'topFrame' | 'firstSeen' | 'lastSeen'> {
  readonly triage: Triage;
}

export function toKnownCause({ errorType, text, topFrame, firstSeen, lastSeen, ...row }: CauseColumns): KnownCause {
  const { owner, ignoreUntil, ignorePerHour, resolvedAt, triagedBy: by, triagedAt: at } = row;
  const triage: Triage = {
    ...{ state: (row.state ?? UNTRIAGED.state) as CauseState, note: row.note ?? '', owner, ignoreUntil, ignorePerHour },
    ...{ resolvedAt, by, at, version: row.triageVersion ?? 0 },
  };
  return { errorType, text, topFrame, firstSeen, lastSeen, triage };
}
