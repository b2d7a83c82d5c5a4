import type { Actor } from '../../model/audit/actor';
import type { Triage } from '../../model/dead-letter/cause';
import { checkTriage } from '../../model/dead-letter/check-triage';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { isFingerprint } from '../../model/dead-letter/fingerprint/unreported';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { causeFind } from '../../store/queries/cause/cause-find';
import { causeTriage } from '../../store/queries/cause/cause-triage';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

export interface TriageInput {
  readonly group: string;
  readonly fingerprint: string;
  readonly state: Triage['state'];
  readonly note?: string | undefined;
  readonly owner?: string | null | undefined;
  readonly ignore?: { readonly until?: Date | undefined; readonly perHour?: number | undefined } | undefined;
  /** What the operator saw; left out: whatever it is now. */
  readonly version?: number | undefined;
  readonly reason?: string | undefined;
  readonly actor: Actor;
}

/**
 * Keeps what an operator decided about a cause. Resolved: it is regressed as soon as it fails again. Ignored: until a
 * time, or until more die in an hour, or until an operator changes it.
 * @throws BrokerError bad-request, group-not-found, not-found, conflict
 */
export async function triageCause(ctx: BrokerContext, input: TriageInput): Promise<{ readonly version: number }> {
  const { fingerprint, version, actor, reason } = input;
  const { groupId } = await ctx.groups.find(input.group);
  const now = ctx.clock.nowOrNull() ?? (await aboutDatabaseTime(ctx.store.console));
  const result = await withTransaction(ctx.store.console, async (db) => {
    const [cause] = isFingerprint(fingerprint) ? await causeFind(db, fingerprint, groupId) : [];
    if (cause === undefined) throw noSuchCause(fingerprint, input.group);
    const wanted = {
      state: input.state,
      note: (input.note ?? cause.triage.note).trim(),
      owner: emptyToNull(input.owner === undefined ? cause.triage.owner : input.owner),
      ignoreUntil: input.ignore?.until ?? null,
      ignorePerHour: input.ignore?.perHour ?? null,
    };
    checkTriage(wanted, now);
    const written = await causeTriage(db, ctx.clock.nowOrNull(), {
      ...{ ...wanted, groupId, fingerprint, version: version ?? null, by: actor.name },
    });
    if (written === null)
      throw new BrokerError(
        'conflict',
        told('{by} has changed it since this page was read. Reload the page.', {
          by: cause.triage.by ?? told('another operator'),
        }),
        {
          ...{ field: 'version', limit: cause.triage.version, value: version ?? null },
        },
      );
    const { by: _by, at: _at, ...before } = cause.triage;
    await appendAudit(db, {
      ...{ actor, action: 'cause.triage', target: `${input.group} ${fingerprint}`, reason },
      before,
      after: { ...wanted, version: written, cause: [cause.errorType, cause.text].filter(Boolean).join(': ') },
    });
    return { version: written };
  });
  ctx.changes.emit({ kind: 'dead-letter', group: input.group });
  return result;
}

export function noSuchCause(fingerprint: string, group: string): BrokerError {
  return new BrokerError(
    'not-found',
    told('{group} has no cause {fingerprint}: nothing failed this way, or it is older than the retention.', {
      group,
      fingerprint,
    }),
    {
      ...{ field: 'fingerprint', value: fingerprint },
    },
  );
}

function emptyToNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
