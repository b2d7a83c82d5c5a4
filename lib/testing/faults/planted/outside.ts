import { type Fault, faultsIn } from '../fault';

export const OUTSIDE_FAULTS: readonly Fault[] = [
  ...faultsIn(
    'lib/workers/loop.ts',
    ['lib/workers/loop.test.ts'],
    [
      ['a loop that fails does not slow down', 'everyMs * 2 ** Math.min(failures, 6)', 'everyMs'],
      [
        'a loop that fails is never late',
        '      failures += 1;\n',
        '      failures += 1;\n      expectedAt = performance.now();\n',
      ],
      ['a stopped loop waits for its next pass', '      rest?.end();\n', ''],
      [
        'a wake-up in the middle of a pass is lost',
        'wokenFor = Math.min(wokenFor, performance.now() + inMs);',
        'if (rest !== null) wokenFor = Math.min(wokenFor, performance.now() + inMs);',
      ],
      ['a wake-up does not come sooner than an interval', 'Math.max(wokenFor, endedAt + everyMs)', 'wokenFor'],
      ['what is overdue is looked at without a pause', 'idle === false || idle <= 0', 'idle === false'],
    ],
  ),
  ...faultsIn(
    'lib/workers/expire-pass.ts',
    ['lib/workers', 'lib/broker/delivery'],
    [['a pass that is not done moves the low mark', 'if (!more) low =', 'low =']],
  ),
  ...faultsIn(
    'lib/observability/series.ts',
    ['lib/observability'],
    [
      ['a metric leaves out its constant labels', '      ...constant,\n', ''],
      ['a metric has no bound of series', 'if (this.#states.size >= MAX_SERIES) {', 'if (this.#states.size < 0) {'],
    ],
  ),
  ...faultsIn(
    'lib/observability/metrics.ts',
    ['lib/observability'],
    [['busy connections are all connections', 'value: totalCount - idleCount', 'value: totalCount']],
  ),
  ...faultsIn(
    'lib/observability/metric-definitions.ts',
    ['lib/observability'],
    [
      [
        'retries are not counted apart',
        "['topic', 'consumer_group', 'is_retry'],\n    USER_TOPIC,\n  ),\n  rocketmq_throughput_in_total",
        "['topic', 'consumer_group'],\n    USER_TOPIC,\n  ),\n  rocketmq_throughput_in_total",
      ],
    ],
  ),
  ...faultsIn(
    'components/live/live-state.ts',
    ['components/live'],
    [['one read that works hides another that fails', 'failing: this.#failing.size > 0', 'failing: failed']],
  ),
  ...faultsIn(
    'components/live/live-refetch.ts',
    ['components/live'],
    [
      ['a held page reads after a hint', '    if (this.isHeld()) return;\n', ''],
      [
        'a hint during a read is lost',
        "if (query?.state.fetchStatus === 'fetching') continue;",
        "if (query?.state.fetchStatus === 'fetching') { this.#dirty.delete(hash); continue; }",
      ],
    ],
  ),
  ...faultsIn(
    'components/groups/settings/draft.model.ts',
    ['components/groups'],
    [
      [
        '0 retries cannot be entered',
        'readWhole(draft.maxRetries, 0, LIMITS.maxRetries)',
        'readWhole(draft.maxRetries, 1, LIMITS.maxRetries)',
      ],
      [
        'another order keeps the policy of the one before',
        'return { ...draft, deliveryOrder, policyType: defaultRetryPolicy(deliveryOrder).type };',
        'return { ...draft, deliveryOrder };',
      ],
      ['a longest wait may be below the first', 'maxMs < initialMs)', 'maxMs < 0)'],
    ],
  ),
  ...faultsIn(
    'components/form/change.model.ts',
    ['components/form', 'components/groups/settings'],
    [
      ['the form forgets what was edited', 'mine.map((field) => [field', 'mine.slice(1).map((field) => [field'],
      ['a field that theirs was chosen for keeps mine', '!theirs.has(field)', '!theirs.has(field) || true'],
      ['an edit overwrites what others changed', '{ ...current, ...(Object', '{ ...current, ...edited, ...(Object'],
    ],
  ),
  ...faultsIn(
    'components/throttling/limit-dialog.model.ts',
    ['components/throttling'],
    [
      ['80 % is a share of 80', 'softShare: soft / 100', 'softShare: soft'],
      ['a kilobyte has 1024 bytes', 'kb: 1e3', 'kb: 1024'],
      [
        'the scope of another kind stays',
        'scopes.includes(draft.scope) ? { ...draft, kind } :',
        'scopes.length > 0 ? { ...draft, kind } :',
      ],
    ],
  ),
  ...faultsIn(
    'components/messages/scope.model.ts',
    ['components/messages'],
    [
      ['groups of one state come in any order', ' || compareNames(a.group, b.group)', ''],
      ['the next turn is the last one', 'first === null || at < first', 'first === null || at > first'],
    ],
  ),
  ...faultsIn(
    'components/messages/delivery-rows.model.ts',
    ['components/messages'],
    [
      [
        'the last delivery is the one before',
        'delivery.attempt === timeline.maxRetries + 1',
        'delivery.attempt === timeline.maxRetries',
      ],
    ],
  ),
  ...faultsIn(
    'lib/model/group/group-lint.ts',
    ['lib/model/group'],
    [
      ['a storm begins at 20 short waits', 'short <= MANY_RETRIES', 'short < MANY_RETRIES'],
      ['what is wrong comes last', 'Number(a.ok) - Number(b.ok)', 'Number(b.ok) - Number(a.ok)'],
    ],
  ),
  ...faultsIn(
    'components/redrives/verdicts.model.ts',
    ['components/redrives'],
    [
      [
        'a re-drive that recalled is all consumed',
        'counts.selected - counts.released - decidedUnreleased - lateExcluded(counts)',
        'counts.selected - counts.released - lateExcluded(counts)',
      ],
      ['a paused re-drive may be paused', "whyNotMove(state, 'pause')", "whyNotMove(state, 'cancel')"],
    ],
  ),
  ...faultsIn(
    'components/redrives/start.model.ts',
    ['components/redrives'],
    [
      [
        'the form asks for a reason from 101 messages on',
        'plan.inSet >= REDRIVE_LIMITS.reasonFrom',
        'plan.inSet > REDRIVE_LIMITS.reasonFrom',
      ],
    ],
  ),
  ...faultsIn(
    'components/dead-letters/dead-letters.model.ts',
    ['components/dead-letters'],
    [
      ['a plan for what matches loses its filter', 'named ? conditions :', '!named ? conditions :'],
      ['a selection of two groups is planned for the first', 'if (groups.length > 1)', 'if (groups.length > 2)'],
    ],
  ),
  ...faultsIn(
    'components/ui/time.model.ts',
    ['components/ui'],
    [
      ['times are shown in the zone of the machine', '      timeZone,\n      hourCycle', '      hourCycle'],
      ['midnight is 24:00', "hourCycle: 'h23'", "hourCycle: 'h24'"],
      ['a countdown ends a second early', 'Math.ceil(leftMs / 1_000)', 'Math.floor(leftMs / 1_000)'],
    ],
  ),
  ...faultsIn(
    'components/ui/duration.model.ts',
    ['components/ui'],
    [['a number without a unit is milliseconds', 'Math.round(Number(trimmed) * 1_000)', 'Math.round(Number(trimmed))']],
  ),
  ...faultsIn(
    'components/data-table/selection.model.ts',
    ['components/data-table'],
    [['a range leaves out its last row', 'Math.max(from, to) + 1', 'Math.max(from, to)']],
  ),
  ...faultsIn(
    'components/settings/sending-retry.model.ts',
    ['components/settings'],
    [['a jitter of 20 % is 20', 'jitterPercent / 100', 'jitterPercent / 1']],
  ),
  ...faultsIn(
    'components/alarms/rule-draft.model.ts',
    ['components/alarms'],
    [
      [
        'an empty threshold is 0',
        "text.trim() === '' || !Number.isFinite(value) ? null : value",
        '!Number.isFinite(value) ? null : value',
      ],
    ],
  ),
  ...faultsIn(
    'lib/cli/bundle.mjs',
    ['lib/cli/bundle.test.ts'],
    [['the first build that is done stops the others', 'building === 0', 'building >= 0']],
  ),
  ...faultsIn(
    'lib/store/metadata.ts',
    ['lib/store/client.db.test.ts'],
    [
      [
        'a change waits as long as Prisma would',
        'maxWait: ACQUIRE_LIMIT_MS + 1000',
        'maxWait: ACQUIRE_LIMIT_MS - 3000',
      ],
    ],
  ),
];
