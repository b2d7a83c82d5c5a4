import { setTimeout as sleep } from 'node:timers/promises';
import type { Producer } from 'rocketmq-client-nodejs';
import { LEDGER, ledgerEntryNumber, ORDERS, orderNumber } from './scenario';
import type { Tally } from './tally';

/** Enough to show every cause within seconds, then a trickle of three messages a second. */
const BURST = 24;
const BURST_STEP_MS = 220;
const STEP_MS = 1000;
const ORDERS_PER_STEP = 2;
interface Sender {
  readonly producer: Producer;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  /** A forgotten practice run of the console must not fill the disk; null: it ends with its terminal. */
  readonly limitMs: number | null;
}

/** Returns when the signal aborts or the limit is reached. */
export async function sendPractice({ producer, tally, signal, limitMs }: Sender): Promise<void> {
  const endsAtMs = limitMs === null ? Infinity : performance.now() + limitMs;
  let order = 0;
  let entry = 0;
  const send = async (options: Parameters<Producer['send']>[0]): Promise<void> => {
    try {
      await producer.send(options);
      tally.sent();
    } catch {
      // The SDK has tried three times; the next message goes on, and the count shows it.
      tally.notSent();
    }
  };
  const sendOrder = (): Promise<void> => {
    const next = orderNumber(order);
    order += 1;
    return send({
      topic: ORDERS,
      tag: 'order',
      keys: [`order-${next.order}`],
      body: Buffer.from(JSON.stringify(next)),
    });
  };
  const sendEntry = (): Promise<void> => {
    const next = ledgerEntryNumber(entry);
    entry += 1;
    return send({
      topic: LEDGER,
      messageGroup: next.account,
      keys: [`entry-${next.entry}`],
      body: Buffer.from(JSON.stringify(next)),
    });
  };

  while (!signal.aborted && performance.now() < endsAtMs) {
    const inBurst = order < BURST;
    for (let count = inBurst ? 1 : ORDERS_PER_STEP; count > 0; count -= 1) await sendOrder();
    if (!inBurst || order % 2 === 0) await sendEntry();
    await sleep(inBurst ? BURST_STEP_MS : STEP_MS, undefined, { signal }).catch(() => undefined);
  }
  if (!signal.aborted && limitMs !== null) tally.endSending(limitMs);
}
