import type { Producer } from 'rocketmq-client-nodejs';
import {
  LEDGER,
  ledgerEntryNumber,
  ORDERS,
  orderNumber,
  POISON_SCENE,
  poisonedEntry,
  type PracticeScene,
  THROTTLE_SCENE,
} from './scenario';
import type { Tally } from './tally';

interface Stage {
  readonly producer: Producer;
  readonly tally: Tally;
}

/** Numbers of their own, so that no message of the incident is repeated. */
let next = 1_000_000;

export async function playScene(scene: PracticeScene, stage: Stage): Promise<void> {
  await (scene === 'throttle' ? throttleBurst(stage) : poisonKey(stage));
}

/** Faster than the limit that was set for it: the SDK repeats what is refused, and gives up after a while. */
async function throttleBurst(stage: Stage): Promise<void> {
  for (let sent = 0; sent < THROTTLE_SCENE.orders; sent += THROTTLE_SCENE.atOnce)
    await Promise.all(
      Array.from({ length: THROTTLE_SCENE.atOnce }, () => {
        const order = orderNumber((next += 1));
        return send(stage, { topic: ORDERS, tag: 'order', keys: [`order-${order.order}`], body: toBody(order) });
      }),
    );
}

/** One after the other: they keep their order. */
async function poisonKey(stage: Stage): Promise<void> {
  const { account, entries, behind } = POISON_SCENE;
  for (let count = 0; count < entries + behind; count += 1) {
    next += 1;
    const entry = count < entries ? poisonedEntry(next) : { ...ledgerEntryNumber(next), account };
    await send(stage, { topic: LEDGER, messageGroup: account, keys: [`entry-${entry.entry}`], body: toBody(entry) });
  }
}

async function send({ producer, tally }: Stage, options: Parameters<Producer['send']>[0]): Promise<void> {
  try {
    await producer.send(options);
    tally.sent();
  } catch {
    // The SDK has repeated it; the count shows it.
    tally.notSent();
  }
}

function toBody(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
