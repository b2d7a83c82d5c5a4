import { claimChecks, type TransactionCheck } from '../../broker';
import { NAME_PATTERN } from '../../model/limits';
import { toHalfMessage } from '../codec/message';
import { LIVENESS } from '../limits';
import type { GatewayServices } from '../services';
import type { ClientSession } from './session';

/** Bodies are read with the claim: this many of 4 MiB are in memory at once. */
const CLAIM_LIMIT = 16;
/** In one pass; the rest waits for the next. */
const PASS_LIMIT = 512;

/**
 * Asks the producers on this process's telemetry streams how their overdue transactions ended; they answer with
 * EndTransaction. Which topics can be asked is known here only, so each process claims for its own producers.
 */
export async function checkTransactions(services: GatewayServices, nowMs: number): Promise<void> {
  for (let asked = 0; asked < PASS_LIMIT;) {
    const producers = producersByTopic(services, nowMs);
    const checks = await claimChecks(services.ctx, { topics: [...producers.keys()], limit: CLAIM_LIMIT });
    for (const check of checks) ask(producers.get(check.topic) ?? [], check);
    if (checks.length < CLAIM_LIMIT) return;
    asked += checks.length;
  }
}

function producersByTopic({ sessions }: GatewayServices, nowMs: number): Map<string, ClientSession[]> {
  const producers = new Map<string, ClientSession[]>();
  for (const session of sessions.all()) {
    const isLive = session.streams.size > 0 && nowMs - session.lastSeenMs <= LIVENESS.clientSilenceMs;
    if (session.kind !== 'producer' || !isLive) continue;
    for (const { name = '' } of session.settings?.publishing?.topics ?? []) {
      // What a client calls its topics is not checked before; a bad name must not fail the claim of all the others.
      if (!NAME_PATTERN.test(name)) continue;
      const known = producers.get(name);
      if (known === undefined) producers.set(name, [session]);
      else known.push(session);
    }
  }
  return producers;
}

/** Any producer of the topic may answer; the next check of the same message goes to the next one. */
function ask(producers: readonly ClientSession[], check: TransactionCheck): void {
  const { messageId } = check.message;
  // One may have left while the database claimed.
  const open = producers.filter(({ streams }) => streams.size > 0);
  const session = open[(check.check + messageId.charCodeAt(messageId.length - 1)) % open.length];
  // One stream is enough: a client with several would run its checker once for each.
  const stream = [...(session?.streams ?? [])].at(-1);
  stream?.push({
    recoverOrphanedTransactionCommand: { message: toHalfMessage(check), transactionId: check.transactionId },
  });
}
