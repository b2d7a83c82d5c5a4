import { discardLetters } from '../../broker/dead-letter/discard';
import { ack } from '../../broker/delivery/ack';
import { changeInvisible } from '../../broker/delivery/change-invisible';
import { deadLetterExhausted } from '../../broker/delivery/dead-letter-exhausted';
import { expire } from '../../broker/delivery/expire';
import { fail } from '../../broker/delivery/fail';
import { forward } from '../../broker/delivery/forward';
import { release } from '../../broker/delivery/release';
import type { BrokerContext } from '../../broker/context';
import { deleteGroup } from '../../broker/group/delete';
import { pauseGroup } from '../../broker/group/pause';
import { updateGroup } from '../../broker/group/update';
import { send } from '../../broker/message/send';
import { cancelRedrive, recallRedrive } from '../../broker/redrive/control';
import { startRedrive } from '../../broker/redrive/start';
import { stepRedrives } from '../../broker/redrive/step';
import { changeRetries } from '../../broker/retry/change-retries';
import type { DeliveredMessage } from '../../model/message/message';
import { receiveNow, testMessage } from '../broker';
import { type Cell, idOf, LEASE_MS, RACER, type Start } from './cell';

export interface RacingVerb {
  /** Where it has something to do, or must notice that it has not. */
  readonly from: readonly Start[];
  /** After the cell was made. */
  readonly afterMs: number;
  /** What another process has locked it may leave for later. */
  readonly mayLeave: boolean;
  /** One decision, and then work in transactions of their own. */
  readonly inSteps: boolean;
  /** What its caller sees, without names of the cell. */
  run(ctx: BrokerContext, cell: Cell): Promise<unknown>;
}

const HELD: readonly Start[] = ['leased', 're-delivered'];
const LATE: readonly Start[] = ['leased', 're-delivered', 'waiting', 'dead', 're-driving', 're-driven'];
const EVER: readonly Start[] = ['stored', ...LATE];
const DUE: readonly Start[] = ['waiting', 're-driven'];
/** While leases last, and after all of them. */
const [SOON_MS, LATE_MS] = [10_000, LEASE_MS + 10_000];
const ALL = { all: true, reason: 'race', actor: RACER } as const;

const verb = (
  from: readonly Start[],
  run: RacingVerb['run'],
  { afterMs = SOON_MS, mayLeave = false, inSteps = false } = {},
): RacingVerb => ({ from, afterMs, mayLeave, inSteps, run });

const input = ({ name }: Cell, message: DeliveredMessage) => ({
  topic: name,
  group: name,
  receiptHandle: message.receiptHandle,
  messageId: message.messageId,
  clientId: 'client-1',
});

/** The first message of a cell: of an ordered one the head of its key. */
const named = ({ name }: Cell) => ({ group: name, messageIds: [idOf(name, 0)], reason: 'race', actor: RACER }) as const;

async function ackOne(ctx: BrokerContext, cell: Cell, message: DeliveredMessage | null): Promise<string> {
  if (message === null) return 'none';
  const [outcome] = await ack(ctx, { topic: cell.name, group: cell.name, entries: [input(cell, message)] });
  return outcome?.error?.code ?? 'acked';
}

/** Whatever may touch a message at one moment from two processes. */
export const VERBS: Readonly<Record<string, RacingVerb>> = {
  'send again': verb(['stored', 'leased'], async (ctx, { name, messageGroup }) => {
    const message = testMessage({ messageId: idOf(name, 0), messageGroup });
    return (await send(ctx, { topic: name, messages: [message] })).map(({ duplicate }) => duplicate);
  }),
  claim: verb(
    EVER,
    async (ctx, { name }) => {
      const options = { topic: name, group: name, autoRenew: false, invisibleMs: LEASE_MS, clientId: 'client-2' };
      const batch = await receiveNow(ctx, options);
      return batch.map(({ messageId, attempt }) => `${messageId.slice(name.length)}@${attempt}`);
    },
    { mayLeave: true },
  ),
  ack: verb(LATE, (ctx, cell) => ackOne(ctx, cell, cell.newest)),
  'ack of the delivery before': verb(['re-delivered', 'waiting'], (ctx, cell) => ackOne(ctx, cell, cell.older)),
  fail: verb([...HELD, ...DUE], async (ctx, cell) => void (await fail(ctx, input(cell, cell.newest)))),
  expire: verb(HELD, async (ctx) => void (await expire(ctx)), { afterMs: LATE_MS, mayLeave: true }),
  'change the time': verb(
    [...HELD, 'waiting'],
    async (ctx, cell) => void (await changeInvisible(ctx, { ...input(cell, cell.newest), invisibleMs: 5000 })),
  ),
  forward: verb(LATE, (ctx, cell) => forward(ctx, { ...input(cell, cell.newest), deliveryAttempt: 1 })),
  'client leaves': verb(
    HELD,
    async (ctx, { name }) => void (await release(ctx, { group: name, clientId: 'client-1' })),
    { mayLeave: true },
  ),
  'bury the exhausted': verb(['waiting'], async (ctx) => void (await deadLetterExhausted(ctx)), { mayLeave: true }),
  'retry now': verb(DUE, async (ctx, { name }) => void (await changeRetries(ctx, 'now', { group: name, ...ALL })), {
    mayLeave: true,
  }),
  hold: verb(DUE, async (ctx, { name }) => void (await changeRetries(ctx, 'hold', { group: name, ...ALL })), {
    mayLeave: true,
  }),
  bury: verb(DUE, async (ctx, { name }) => void (await changeRetries(ctx, 'bury', { group: name, ...ALL })), {
    mayLeave: true,
  }),
  'revoke to retry': verb(
    [...HELD, ...DUE],
    async (ctx, cell) => void (await changeRetries(ctx, 'now', { ...named(cell), revoke: true })),
    { mayLeave: true },
  ),
  'revoke to move': verb(
    [...HELD, ...DUE],
    async (ctx, cell) => void (await changeRetries(ctx, 'bury', { ...named(cell), revoke: true })),
    { mayLeave: true },
  ),
  're-drive': verb(['dead', 're-driving'], async (ctx, { name }) => {
    const care = { canary: null, ramp: null, abort: null };
    const { selected, excluded } = await startRedrive(ctx, { group: name, ...ALL, ...care });
    return { selected, excluded };
  }),
  'step of a re-drive': verb(['re-driving'], async (ctx) => void (await stepRedrives(ctx)), {
    mayLeave: true,
  }),
  'cancel the re-drive': verb(['re-driving'], async (ctx, { redriveId }) => {
    await cancelRedrive(ctx, { redriveId: redriveId ?? 0, reason: 'race', actor: RACER });
  }),
  'recall the re-drive': verb(['re-driving', 're-driven'], async (ctx, { redriveId }) => {
    await recallRedrive(ctx, { redriveId: redriveId ?? 0, reason: 'race', actor: RACER });
  }),
  discard: verb(
    ['dead', 're-driving'],
    async (ctx, { name }) => {
      await discardLetters(ctx, { group: name, ...ALL });
    },
    { mayLeave: true },
  ),
  'lower the limit': verb(EVER, async (ctx, { name, version }) => {
    await updateGroup(ctx, { name, version, maxRetries: 0, actor: RACER });
  }),
  pause: verb(EVER, async (ctx, { name }) => void (await pauseGroup(ctx, { name, reason: 'race', actor: RACER }))),
  'delete the group': verb(
    EVER,
    async (ctx, { name }) => {
      await deleteGroup(ctx, { name, confirm: name, dryRun: false, reason: 'race', actor: RACER });
    },
    { inSteps: true },
  ),
};
