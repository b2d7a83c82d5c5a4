import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { BrokerContext } from '../lib/broker';
import type { Actor } from '../lib/model/audit/actor';
import { preparePractice } from '../lib/practice/prepare';
import { PracticeRun } from '../lib/practice/run';
import type { Tally } from './tally';

const LOOK_EVERY_MS = 500;
const FIX_AFTER_MS = 20_000;
/** Groups and topics of the practice incident: its failures wait for hours, as failures do. */
export const NOT_PRACTICE = "name NOT LIKE 'practice-%'";

/** The practice incident, made by official SDK clients, under all faults: broken and fixed in turns, started again. */
export async function keepPractising(
  ctx: BrokerContext,
  ports: readonly number[],
  tally: Tally,
  actor: Actor,
  say: (text: string) => void,
  isOver: () => boolean,
): Promise<void> {
  await preparePractice(ctx, actor);
  const homeDirectory = mkdtempSync(join(tmpdir(), 'redrive-practice-'));
  const run = new PracticeRun();
  let sentBefore = 0;
  try {
    for (let starts = 0; !isOver(); starts += 1) {
      const endpoints = `127.0.0.1:${ports[starts % ports.length]}`;
      const rest = { consoleUrl: 'http://127.0.0.1:9', token: 'none', accessKey: undefined, sendingLimitMs: null };
      // No client may be able to start at this moment.
      await run
        .start({ endpoints, homeDirectory, broken: true, ...rest })
        .catch((error: unknown) => say(`the practice incident did not start: ${String(error).slice(0, 200)}`));
      const startedAt = performance.now();
      let sent = 0;
      while (!isOver() && run.state.phase === 'running') {
        sent = run.state.tally.sent;
        tally.practiceSent = sentBefore + sent;
        const isBroken = Math.floor((performance.now() - startedAt) / FIX_AFTER_MS) % 2 === 0;
        if (isBroken && !run.state.broken) run.break();
        if (!isBroken && run.state.broken) run.fix();
        await sleep(LOOK_EVERY_MS);
      }
      sentBefore += sent;
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await run.stop().catch(() => undefined);
    rmSync(homeDirectory, { recursive: true, force: true });
  }
}
