import type { BrokerContext } from '../../broker/context';
import { fail } from '../../broker/delivery/fail';
import { forward } from '../../broker/delivery/forward';
import { createGroup } from '../../broker/group/create';
import { send } from '../../broker/message/send';
import { startRedrive } from '../../broker/redrive/start';
import { stepRedrives } from '../../broker/redrive/step';
import { createTopic } from '../../broker/topic/create';
import type { DeliveredMessage } from '../../model/message/message';
import { receiveNow, testMessage } from '../broker';

export const RACER = { kind: 'system', name: 'race' } as const;
export const RETRY_MS = 3000;
export const LEASE_MS = 60_000;
const WITHOUT_CARE = { canary: null, ramp: null, abort: null } as const;

/** How far the message of a cell has come when two verbs race for it. Of an ordered key another one is behind it. */
export const STARTS = ['stored', 'leased', 're-delivered', 'waiting', 'dead', 're-driving', 're-driven'] as const;
export type Start = (typeof STARTS)[number];

/** One race: a topic and a group of their own, and two processes, each with a clock that the test sets. */
export interface Cell {
  readonly name: string;
  readonly groupId: number;
  readonly version: number;
  readonly messageGroup: string | null;
  /** The newest delivery, and the one before: null when there was one. @throws when there was none */
  readonly newest: DeliveredMessage;
  readonly older: DeliveredMessage | null;
  /** Null: none was started. */
  readonly redriveId: number | null;
}

export interface RacingProcess {
  readonly ctx: BrokerContext;
  readonly clock: { set(ms: number): void };
}

export const idOf = (cell: string, place: 0 | 1): string => `${cell}-${place}`;

/** @returns the cell, and milliseconds from the beginning at which it stands */
export async function prepareCell(
  { ctx, clock }: RacingProcess,
  name: string,
  start: Start,
  ordered: boolean,
): Promise<{ readonly cell: Cell; readonly atMs: number }> {
  let atMs = 0;
  clock.set(atMs);
  await createTopic(ctx, { name, messageType: ordered ? 'FIFO' : 'NORMAL', queues: 1, actor: RACER });
  const { groupId, version } = await createGroup(ctx, {
    name,
    deliveryOrder: ordered ? 'ordered' : 'concurrent',
    maxRetries: 3,
    retryPolicy: { type: 'fixed', intervalMs: RETRY_MS },
    actor: RACER,
  });
  // Subscribed before: the first receive does that in a transaction of its own.
  await receiveNow(ctx, { topic: name, group: name, clientId: 'client-1' });
  const messageGroup = ordered ? 'key' : null;
  const places = ordered ? ([0, 1] as const) : ([0] as const);
  const messages = places.map((place) => testMessage({ messageId: idOf(name, place), messageGroup }));
  await send(ctx, { topic: name, messages });

  const names = { topic: name, group: name };
  const deliveries: DeliveredMessage[] = [];
  const deliver = async (): Promise<DeliveredMessage> => {
    const options = { ...names, batchSize: 1, autoRenew: false, invisibleMs: LEASE_MS, clientId: 'client-1' };
    const [message] = await receiveNow(ctx, options);
    if (message === undefined) throw new Error(`nothing was delivered before the race of ${name}`);
    deliveries.unshift(message);
    return message;
  };
  const input = (message: DeliveredMessage) => ({ ...names, ...message, clientId: 'client-1' });
  const failed = async (): Promise<void> => {
    await fail(ctx, input(await deliver()));
    atMs += RETRY_MS + 1;
    clock.set(atMs);
  };
  if (start === 'leased') await deliver();
  if (start === 're-delivered' || start === 'waiting') await failed();
  if (start === 're-delivered') await deliver();
  if (start === 'waiting') await failed();
  const isRedriven = start === 're-driving' || start === 're-driven';
  if (start === 'dead' || isRedriven) await forward(ctx, { ...input(await deliver()), deliveryAttempt: 1 });
  const wish = { group: name, all: true, reason: 'race', actor: RACER, ...WITHOUT_CARE };
  const redriveId = isRedriven ? (await startRedrive(ctx, wish)).redriveId : null;
  if (start === 're-driven') await stepRedrives(ctx);

  const [newest, older = null] = deliveries;
  return {
    cell: {
      ...{ name, groupId, version, messageGroup, older, redriveId },
      get newest() {
        if (newest === undefined) throw new Error(`nothing was delivered: ${start}`);
        return newest;
      },
    },
    atMs,
  };
}
