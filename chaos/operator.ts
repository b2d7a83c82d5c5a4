import { setTimeout as sleep } from 'node:timers/promises';

import { type BrokerContext, changeRetries, readRedrive, startRedrive } from '../lib/broker';
import { systemActor } from '../lib/model/audit/actor';
import type { Random } from '../lib/testing/random';
import type { History } from './history';
import type { Tally } from './tally';

const EVERY_MS = 2000;
const AT_ONCE = { canary: null, ramp: null, abort: null };

/** Re-drives all dead letters of a group, again and again, whatever else happens. */
export async function keepRedriving(
  ctx: BrokerContext,
  group: string,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  let running: number | null = null;
  while (!isOver()) {
    await sleep(EVERY_MS);
    try {
      if (running !== null) {
        const { state, counts } = await readRedrive(ctx, running);
        if (state === 'running' && counts.released < counts.selected) continue;
        tally.redriven += counts.released;
        running = null;
      }
      const wish = { group, all: true, reason: 'chaos', actor: systemActor('chaos'), ...AT_ONCE };
      ({ redriveId: running } = await startRedrive(ctx, wish));
      tally.redrives += 1;
    } catch {
      // No dead letter, or no database at this moment.
    }
  }
}

/** Takes messages away from the clients that have them, so that others get them, again and again. */
export async function keepRevoking(
  ctx: BrokerContext,
  groups: readonly string[],
  { history, tally }: { readonly history: History; readonly tally: Tally },
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await sleep(EVERY_MS / 4);
    const messageId = history.anyHeld(random);
    if (messageId === null) continue;
    history.takingBack(messageId);
    for (const group of groups) {
      const wish = { group, messageIds: [messageId], revoke: true, reason: 'chaos', actor: systemActor('chaos') };
      // Acknowledged meanwhile, not the head of its key, of the other group, or no database at this moment.
      const job = await changeRetries(ctx, 'now', wish).catch(() => undefined);
      tally.revoked += job?.changed ?? 0;
    }
  }
}
