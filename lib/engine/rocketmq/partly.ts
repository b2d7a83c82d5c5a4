import type { BrokerContext } from '../../broker';
import { BrokerError } from '../../model/errors';
import { english, joined, type Reason, told, type Told } from '../../model/language/t';
import { appendAudit, type AuditEntry } from '../../store/queries/audit/audit-append';

interface Outcome {
  readonly reached: 'all' | 'some' | 'none';
  readonly brokers: readonly { readonly broker: string; readonly problem: Reason | null }[];
}

/** "broker-b: permission denied; …" */
export function whereWords(failed: Outcome['brokers']): Reason {
  return joined(
    failed.map(({ broker, problem }) => told('{broker}: {reason}', { broker, reason: problem ?? told('unknown') })),
  );
}

/**
 * A change of brokers that did not reach all of them is on record as that, with the brokers that have it.
 * @param next what to do then
 * @throws BrokerError unavailable
 */
export async function requireReached(
  ctx: BrokerContext,
  entry: AuditEntry,
  { reached, brokers }: Outcome,
  next: Told,
): Promise<void> {
  if (reached === 'all') return;
  const failed = brokers.filter(({ problem }) => problem !== null);
  const took = brokers.filter(({ problem }) => problem === null).map(({ broker }) => broker);
  await appendAudit(ctx.store.console, {
    ...{ ...entry, action: `${entry.action}-partly` },
    after: Object.fromEntries(
      failed.map(({ broker, problem }) => [broker, problem === null ? null : english(problem)]),
    ),
    counts: { brokers: brokers.length, changed: took.length },
  });
  const why = whereWords(failed);
  throw new BrokerError(
    'unavailable',
    took.length === 0
      ? told('Nothing was changed. {why}.', { why })
      : told('Changed on {brokers} only, so the brokers differ now. {why}. {next}', {
          ...{ brokers: took, why, next },
        }),
  );
}
