import { setTimeout as sleep } from 'node:timers/promises';

import { type BrokerContext, readRedrive, startRedrive } from '../lib/broker';
import { systemActor } from '../lib/model/actor';
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
