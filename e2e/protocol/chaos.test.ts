import { expect, test } from 'vitest';

import { playChaos } from '../../chaos/play';
import { faultsOf, type Verdict } from '../../chaos/verdict';
import { findPostgresTools } from '../../lib/testing/outside-postgres';

const SECONDS = 25;

test(
  'everything fails at once for a while: nothing is lost, doubled or out of order',
  { tags: ['long'], timeout: 300_000 },
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const verdict = await playChaos({ seconds: SECONDS, seed, say: () => undefined });
    expectNothingLost(verdict);
    // There was something to lose, and reason to lose it.
    expect(verdict.acknowledged).toBeGreaterThan(100);
    expect(verdict.brokerKills).toBeGreaterThan(0);
    expect(verdict.postgresCrashes).toBeGreaterThan(0);
    expect(verdict.connectionCuts).toBeGreaterThan(0);
    expect(verdict.redriven).toBeGreaterThan(0);
    expect(verdict.nodeClockJumps).toBeGreaterThan(0);
  },
);

test.skipIf(findPostgresTools() === null)(
  'primary and synchronous standby change roles for a while: nothing is lost, doubled or out of order',
  { tags: ['long'], timeout: 300_000 },
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const faults = ['pair', 'connections'];
    const verdict = await playChaos({
      seconds: SECONDS,
      seed,
      faults,
      pair: true,
      practice: false,
      say: () => undefined,
    });
    expectNothingLost(verdict);
    expect(verdict.acknowledged).toBeGreaterThan(100);
    const { failOvers, switchOvers, demotions, frozenStandbys } = verdict;
    expect(failOvers + switchOvers + demotions + frozenStandbys).toBeGreaterThan(0);
    expect(verdict.revoked).toBeGreaterThan(0);
  },
);

function expectNothingLost(verdict: Verdict): void {
  const { seed, examples } = verdict;
  const found = faultsOf(verdict);
  const nothing = Object.fromEntries(Object.keys(found).map((name) => [name, 0]));
  expect({ ...found, seed, examples }).toEqual({ ...nothing, seed, examples: [] });
}
