import { setTimeout as sleep } from 'node:timers/promises';

import { claimChecks, returnChecks, type TransactionCheck } from '../../broker';
import { NAME_PATTERN } from '../../model/limits';
import { toHalfMessage } from '../codec/message';
import { LIVENESS } from '../limits';
import type { GatewayServices } from '../services';
import type { ClientSession } from './session';

/** Bodies are read with the claim: this many of 4 MiB are in memory at once. */
const CLAIM_LIMIT = 16;
/** In one pass; the rest waits for the next. */
const PASS_LIMIT = 512;
const WRITE_WAIT_MS = 1_000;

/**
 * Asks the producers on this process's telemetry streams how their overdue transactions ended; they answer with
 * EndTransaction. Only this process knows the topics of its producers, so each process claims for its own.
 */
export async function checkTransactions(services: GatewayServices, nowMs: number): Promise<void> {
  for (let asked = 0; asked < PASS_LIMIT;) {
    const producers = producersByTopic(services, nowMs);
    const checks = await claimChecks(services.ctx, { topics: [...producers.keys()], limit: CLAIM_LIMIT });
    const wereAsked = await Promise.all(checks.map((check) => ask(producers.get(check.topic) ?? [], check)));
    const unheard = checks.filter((_, index) => wereAsked[index] === false);
    await returnChecks(services.ctx, unheard);
    if (checks.length < CLAIM_LIMIT || unheard.length > 0) return;
    asked += checks.length;
  }
}

function producersByTopic({ sessions }: GatewayServices, nowMs: number): Map<string, ClientSession[]> {
  const producers = new Map<string, ClientSession[]>();
  for (const session of sessions.all()) {
    const isLive = session.streams.size > 0 && nowMs - session.lastSeenMs <= LIVENESS.clientSilenceMs;
    if (session.kind !== 'producer' || !isLive) continue;
    for (const { name = '' } of session.settings?.publishing?.topics ?? []) {
      // The topic names of a client were not checked before; a bad name must not fail the claim of the others.
      if (!NAME_PATTERN.test(name)) continue;
      const known = producers.get(name);
      if (known === undefined) producers.set(name, [session]);
      else known.push(session);
    }
  }
  return producers;
}

/**
 * Any producer of the topic may answer; the next check of the same message goes to the next one. One may have left
 * while the database claimed.
 * @returns whether the question was written to one of them
 */
async function ask(producers: readonly ClientSession[], check: TransactionCheck): Promise<boolean> {
  const { messageId } = check.message;
  const start = check.check + messageId.charCodeAt(messageId.length - 1);
  for (let turn = 0; turn < producers.length; turn += 1) {
    // One stream is enough: a client with several would run its checker once for each.
    const stream = [...(producers[(start + turn) % producers.length]?.streams ?? [])].at(-1);
    const written = stream?.push({
      recoverOrphanedTransactionCommand: { message: toHalfMessage(check), transactionId: check.transactionId },
    });
    // A client that does not read has the question in its queue.
    if (written !== undefined && (await Promise.race([written, sleep(WRITE_WAIT_MS, true)]))) return true;
  }
  return false;
}
