import { describe, expect, it, test } from 'vitest';
import type { RedrivePage } from '@/lib/console/operations/redrives/views';
import type { RedriveView } from '@/lib/console/operations/redrives/views';
import { DEAD_VERDICTS, type RedriveCounts } from '@/lib/model/redrive/redrive';
import { CARE_DEFAULTS, defaultRamp } from '@/lib/model/redrive/redrive-care';
import { releasePoints, sharePoints } from './run-charts.model';
import { controlReason, planWithoutCause, runLead } from './run-lead.model';
import { ruleStates } from './rule-states.model';

const counts: RedriveCounts = {
  selected: 40,
  consumed: 0,
  inFlight: 0,
  retrying: 0,
  diedAgain: 0,
  notFailed: 0,
  recalled: 0,
  notYetFetched: 40,
  cancelled: 0,
  excluded: 0,
  unknown: 0,
  sent: 0,
  filteredOut: 0,
  released: 0,
  firstDeliveryFailed: 0,
};
const redrive: RedriveView = {
  redriveId: 7,
  name: 'RD-7',
  group: 'billing',
  ordered: false,
  maxRetries: 3,
  state: 'running',
  phase: 'canary',
  phaseAt: null,
  roundAt: null,
  care: { canary: 10, ramp: defaultRamp(20, 10), abort: CARE_DEFAULTS.abort },
  stop: null,
  heldAt: null,
  heldDelayMs: null,
  failing: null,
  scope: 'all of the group',
  ratePerSecond: 20,
  reason: '',
  createdBy: 'ana',
  frozenAt: '2026-01-01T00:00:00Z',
  finishedAt: null,
  releasedAt: null,
  counts,
  via: null,
  mostDeliveries: 4,
  inCluster: null,
};
const progress: RedrivePage['progress'] = {
  verdicts: 0,
  failed: 0,
  lastVerdicts: 0,
  lastFailed: 0,
  unfetchedMs: null,
  delayP95Ms: null,
  causes: [],
};
const timeout = {
  causeKey: 'abc',
  errorType: 'PaymentGatewayTimeout',
  text: 'no answer',
  count: 10,
  same: 10,
  other: 0,
};

function page(
  run: Partial<Omit<RedriveView, 'counts'>>,
  of: {
    counts?: Partial<RedriveCounts>;
    progress?: Partial<RedrivePage['progress']>;
    alarm?: boolean;
    paused?: boolean;
    rest?: RedrivePage['rest'];
    plannable?: RedrivePage['plannable'];
    recallNotOffered?: string;
  } = {},
): RedrivePage {
  return {
    redrive: { ...redrive, ...run, counts: { ...counts, ...of.counts } },
    progress: { ...progress, ...of.progress },
    alarms:
      of.alarm === true ? [{ incidentId: 4, says: 'dead letters', firedAt: '2026-01-01T00:00:00Z', open: true }] : [],
    controlNotAllowed: null,
    rest: of.rest ?? null,
    plannable: of.plannable ?? DEAD_VERDICTS,
    recallNotOffered: of.recallNotOffered ?? null,
    groupPaused: of.paused === true ? { at: '2026-01-01T00:00:00Z', by: 'ana', reason: 'x' } : null,
  };
}
const stop = { rule: 'canary-failed', at: '2026-01-01T00:00:05Z', failed: 2, of: 2 } as const;
const stoppedPage = page(
  { state: 'stopped', stop },
  {
    counts: { released: 10, retrying: 10, notYetFetched: 30, firstDeliveryFailed: 10 },
    progress: { verdicts: 10, failed: 10, lastVerdicts: 10, lastFailed: 10, causes: [timeout] },
    alarm: true,
  },
);

describe('one cause of several stopped the run', () => {
  const rest = { fingerprint: 'abc', errorType: 'Timeout', text: 'no answer', failed: 10, rest: 30, others: 12 };
  const steps = (of: RedrivePage) => runLead(of).steps.map(({ id, label, href }) => [id, label, href]);
  it('offers the rest without it: ends the run first, and once it is over leads to the plan', () => {
    const stopped = page({ state: 'stopped', stop }, { rest });
    expect(steps(stopped)).toContainEqual(['without', 'Plan 12 without this cause…', null]);
    const href = '/redrives/new?group=billing&redrive=7&verdict=cancelled%2Crecalled&without=abc';
    const over = page({ state: 'cancelled', stop }, { rest, counts: { cancelled: 30, notYetFetched: 0 } });
    expect(steps(over)).toContainEqual(['without', 'Plan 12 without this cause', href]);
    expect(steps(page({ state: 'stopped', stop })).map(([id]) => id)).not.toContain('without');
  });
  it('in a cluster, where nothing is taken back', () => {
    const run = page({ state: 'stopped', stop }, { rest, plannable: ['cancelled'], recallNotOffered: 'kept in a log' });
    expect(steps(run).map(([id]) => id)).toEqual(['again', 'without']);
    expect(planWithoutCause(run)).toContain('verdict=cancelled&without=abc');
  });
});

test('a dialog of a run suggests a reason: what its page says', () => {
  expect(controlReason(stoppedPage)).toBe(
    'First deliveries failed: 10 of 10, same cause. PaymentGatewayTimeout: no answer',
  );
  expect(controlReason(page({}, { counts: { released: 20, consumed: 18 }, progress: { failed: 1 } }))).toBe(
    '18 of 20 released messages consumed, 1 first delivery failed.',
  );
});

describe('the page leads with the fact that matters now', () => {
  it('stopped at the canary', () => {
    const lead = runLead(stoppedPage);
    expect(lead).toMatchObject({
      tone: 'waiting',
      sentence: 'First deliveries failed: 10 of 10, same cause. Stopped by the rule. Nothing else was released.',
      detail: ['10 failed with PaymentGatewayTimeout: no answer'],
    });
    expect(lead.steps.map(({ id, label }) => [id, label])).toEqual([
      ['recall', 'Recall 30 not fetched…'],
      ['cause', 'Open the cause'],
      ['again', 'Release another 10…'],
      ['alarm', 'Open the alarm'],
    ]);
  });

  it.each([
    [
      'a canary under way',
      page({}, { counts: { released: 10 }, progress: { verdicts: 4, failed: 1 } }),
      'Canary: 3 of 10 first deliveries consumed, 1 failed. 30 messages wait for the verdicts of the canary.',
    ],
    [
      'a set smaller than the canary',
      page({}, { counts: { selected: 4, released: 4, notYetFetched: 4 } }),
      'Canary: 0 of 4 first deliveries consumed.',
    ],
    [
      'a ramp',
      page({ phase: 'ramp' }, { counts: { released: 20, consumed: 20, notYetFetched: 20 } }),
      'The canary passed. 20 of 40 released to billing at 20/s. The rest takes about 1 s.',
    ],
    [
      'held for live messages',
      page({
        heldAt: '2026-01-01T00:00:00Z',
        heldDelayMs: 6200,
        care: { ...redrive.care, abort: { ...CARE_DEFAULTS.abort, delayP95Ms: 5000 } },
      }),
      'Held: live messages of billing wait 6.2 s (limit: 5 s). The run continues automatically.',
    ],
    [
      'every step fails',
      page({
        phase: 'releasing',
        failing: {
          since: '2026-01-01T00:00:00Z',
          lastAt: '2026-01-01T00:00:05Z',
          why: 'could not extend file: No space left on device',
        },
      }),
      'Cannot release: could not extend file: No space left on device. 0 of 40 released to billing at 20/s.',
    ],
    [
      'stopped later, with a new cause',
      page(
        { state: 'stopped', phase: 'ramp', stop: { ...stop, rule: 'first-deliveries-failed', failed: 5, of: 20 } },
        {
          counts: { released: 25, notYetFetched: 15, consumed: 20, retrying: 5 },
          progress: { causes: [{ ...timeout, same: 0, other: 10 }] },
        },
      ),
      'First deliveries failed: 5 of the last 20, a new cause. Stopped by the rule. 15 messages are not released.',
    ],
    [
      'stopped; what they died of before is not on record',
      page({ state: 'stopped', stop }, { progress: { verdicts: 2, failed: 2, causes: [{ ...timeout, same: 0 }] } }),
      'First deliveries failed: 2 of 2, one cause. Stopped by the rule. Nothing else was released.',
    ],
    [
      'no client fetches',
      page(
        { state: 'stopped', stop: { ...stop, rule: 'not-fetched', failed: 0, of: 0 } },
        { counts: { released: 10 } },
      ),
      'No client fetched for 2 m. Stopped by the rule. Nothing else was released.',
    ],
    [
      'recalled after a stop',
      page(
        { state: 'cancelled', stop },
        {
          counts: { released: 10, consumed: 0, diedAgain: 10, cancelled: 30, notYetFetched: 0 },
          progress: { verdicts: 10, failed: 10 },
        },
      ),
      'First deliveries failed: 10 of 10. 0 of 40 consumed, 10 failed again, 30 not released. ' +
        'Every message has a verdict.',
    ],
  ])('%s', (_, of, sentence) => {
    expect(runLead(of).sentence).toBe(sentence);
  });

  it('says how many failures have no reason', () => {
    const causes = [timeout, { causeKey: null, errorType: null, text: null, count: 3, same: 0, other: 0 }];
    expect(runLead(page({}, { progress: { causes } })).detail).toContain('3 failures without a reported cause');
  });

  it('a finished run says what to do next', () => {
    const decided = { released: 40, notYetFetched: 0 };
    const died = runLead(page({ state: 'completed' }, { counts: { ...decided, consumed: 38, diedAgain: 2 } }));
    expect(died.steps[0]).toMatchObject({
      label: 'Re-drive the 2 that failed again',
      href: '/redrives/new?group=billing&redrive=7&verdict=died-again',
    });
    expect(runLead(page({ state: 'completed' }, { counts: { ...decided, consumed: 40 } }))).toMatchObject({
      tone: 'commit',
      sentence: 'All 40 messages were consumed.',
      steps: [{ id: 'rest' }],
    });
    expect(runLead(page({ state: 'completed' }, { counts: { ...decided, consumed: 39, inFlight: 1 } })).steps).toEqual(
      [],
    );
  });
});

test('the rule that fired stands beside the others', () => {
  expect(ruleStates(stoppedPage).map(({ id, now, word }) => [id, now, word])).toEqual([
    ['canary-failed', '10 of 10', 'Stopped here'],
    ['first-deliveries-failed', 'not started', 'After the canary'],
    ['not-fetched', 'nothing to fetch', 'OK'],
  ]);
  expect(ruleStates(stoppedPage)[0]?.rule).toBe('2 of 10 canary messages fail');
  expect(ruleStates(page({ care: { canary: null, ramp: [], abort: null } })).map(({ state }) => state)).toEqual([
    'off',
  ]);
  // It released all that it had before the rule was reached.
  const over = ruleStates(page({ phase: 'canary', state: 'completed' }, { progress: { failed: 6, verdicts: 6 } }));
  expect([over[0]?.now, over[0]?.word]).toEqual(['6 of 6', 'Reached, nothing left to stop']);
  const ramp = ruleStates(page({ phase: 'ramp' }, { progress: { lastFailed: 1, lastVerdicts: 20 } }));
  expect(ramp.map(({ now, word }) => [now, word])).toEqual([
    ['passed', 'OK'],
    ['1 of 20', 'OK'],
    ['nothing to fetch', 'OK'],
  ]);
});

test('live messages that wait longer than they may are never called OK', () => {
  const care = { ...redrive.care, abort: { ...CARE_DEFAULTS.abort, delayP95Ms: 3000 } };
  const word = (run: object, delayP95Ms: number | null) =>
    ruleStates(page({ care, ...run }, { progress: { delayP95Ms } })).at(-1)?.word;
  expect([word({}, null), word({}, 3000), word({}, 17_000)]).toEqual(['OK', 'OK', 'Above the limit']);
  expect(word({ heldAt: '2026-07-31T09:05:00Z' }, 17_000)).toBe('Holding');
  expect(word({ state: 'completed' }, 17_000)).toBe('Above the limit, nothing left to hold');
});

test('charts: a step without a release is a rate of 0, and a share stays until the next verdict', () => {
  const at = (second: number): string => new Date(second * 1000).toISOString();
  const series = {
    stepMs: 2000,
    steps: [
      { at: at(0), released: 10, failedShare: null },
      { at: at(6), released: 4, failedShare: 0.25 },
    ],
  };
  expect(releasePoints(series, at(20)).map(({ atMs, released }) => [atMs, released])).toEqual([
    [0, 5],
    [2000, 0],
    [4000, 0],
    [6000, 2],
    [8000, 0],
    [20_000, 0],
  ]);
  expect(sharePoints(series, 0.2).map(({ share, line }) => [share, line])).toEqual([
    [0, 20],
    [0, 20],
    [0, 20],
    [25, 20],
    [25, 20],
  ]);
  expect(releasePoints({ stepMs: 1000, steps: [] }, null)).toEqual([]);
});

test('a run whose group is paused says so before anything else', () => {
  expect(runLead(page({}, { paused: true })).sentence).toBe(
    'Waiting: billing is paused by ana. The run continues when the group is resumed.',
  );
});
