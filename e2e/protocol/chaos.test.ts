import { expect, test } from 'vitest';

import { playChaos } from '../../chaos/play';
import { faultsOf } from '../../chaos/verdict';

const SECONDS = 25;

test(
  'everything fails at once for a while: nothing is lost, doubled or out of order',
  { tags: ['long'], timeout: 300_000 },
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const verdict = await playChaos({ seconds: SECONDS, seed, say: () => undefined });
    const found = faultsOf(verdict);
    const nothing = Object.fromEntries(Object.keys(found).map((name) => [name, 0]));
    expect({ ...found, seed, examples: verdict.examples }).toEqual({ ...nothing, seed, examples: [] });
    // There was something to lose, and reason to lose it.
    expect(verdict.acknowledged).toBeGreaterThan(100);
    expect(verdict.brokerKills).toBeGreaterThan(0);
    expect(verdict.postgresCrashes).toBeGreaterThan(0);
    expect(verdict.connectionCuts).toBeGreaterThan(0);
    expect(verdict.redriven).toBeGreaterThan(0);
    expect(verdict.nodeClockJumps).toBeGreaterThan(0);
  },
);
