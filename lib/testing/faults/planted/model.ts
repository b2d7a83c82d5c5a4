import { type Fault, faultsIn } from '../fault';

const MODEL = ['lib/model'];

export const MODEL_FAULTS: readonly Fault[] = [
  ...faultsIn(
    'lib/model/problem/rank.ts',
    ['lib/model/problem'],
    [
      ['an alarm that an operator has in hand is a problem', ' && alarm.acknowledgedBy === null', ''],
      ['an alarm of another group is explained', 'placeOf(each) === groupOfSubject(subject)', 'true'],
      [
        'the problem with fewer messages comes first',
        "'messages' ? other.rank.weight - one.rank.weight : 0",
        "'messages' ? one.rank.weight - other.rank.weight : 0",
      ],
      ['a re-drive that stopped stands beside its group', "'redrive-stopped': ['dead-letters'],", ''],
      ['alarms of one backlog are lines of their own', 'SIGNALS[watch].ofBacklog ? `backlog ${subject}` : ', ''],
    ],
  ),
  ...faultsIn(
    'lib/model/problem/acknowledged.ts',
    ['lib/model/problem'],
    [
      ['as much worse as allowed is too much', 'now.weight > then.weight', 'now.weight >= then.weight'],
      ['a more urgent problem stays in hand', 'tierIndex(now.tier) < tierIndex(then.tier) || ', ''],
      ['a problem that began anew stays in hand', ' || beganAnew(problem.since, ack)', ''],
    ],
  ),
  ...faultsIn('lib/model/delivery/retry-policy.ts', MODEL, [
    [
      'a stepped policy waits for the next step',
      'intervalsMs[Math.min(attempt, intervalsMs.length) - 1]',
      'intervalsMs[Math.min(attempt, intervalsMs.length - 1)]',
    ],
    ['an exponential policy is a step ahead', 'Math.min(attempt - 1, MAX_EXPONENT)', 'Math.min(attempt, MAX_EXPONENT)'],
    ['an exponential policy has no longest wait', '        policy.maxMs,\n', '        Number.POSITIVE_INFINITY,\n'],
    ['the last delivery is not planned', 'attempt <= maxRetries + 1', 'attempt <= maxRetries'],
  ]),
  ...faultsIn(
    'lib/model/alarm/machine.ts',
    ['lib/model/alarm'],
    [
      ['an alarm is clear at its clear line', 'value < rule.clearBelow', 'value <= rule.clearBelow'],
      ['an alarm fires a look late', 'nowMs - state.sinceMs < rule.forMs', 'nowMs - state.sinceMs <= rule.forMs'],
      [
        'once due, an alarm repeats at every look',
        'nowMs - (state.toldAtMs ?? nowMs)',
        'nowMs - (state.firedAtMs ?? nowMs)',
      ],
      [
        'a breach while clearing fires again',
        "if (breached) return { state: enter(state, 'firing', nowMs), step: null };",
        "if (breached) return { state: enter(state, 'firing', nowMs), step: 'fired' };",
      ],
      ['unknown time counts as clear', "const restarts = state.phase === 'clearing' || (", 'const restarts = ('],
      ['a clock set back makes an alarm wait', 'if (latest <= nowMs) return state;', 'if (latest > 0) return state;'],
    ],
  ),
  ...faultsIn(
    'lib/model/alarm/digest.ts',
    ['lib/model/alarm', 'lib/broker/alarm/format'],
    [
      [
        'a digest begins with the mildest alarm',
        'SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity)',
        'SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)',
      ],
    ],
  ),
  ...faultsIn(
    'lib/model/signal/signal.ts',
    ['lib/model/alarm', 'lib/broker/alarm/format'],
    [
      [
        'the evidence of new dead letters leaves out the window before it fired',
        'firedAt.getTime() - windowMs',
        'firedAt.getTime()',
      ],
    ],
  ),
  ...faultsIn(
    'lib/model/signal/signal.ts',
    ['lib/model/alarm', 'lib/broker/problem/problems.db.test.ts'],
    [['a paused group needs a consumer', ' && !isPaused ? 1', ' ? 1']],
  ),
  ...faultsIn('lib/model/access/access-rule.ts', MODEL, [
    [
      'a rule on a topic holds for a group of that name',
      'rule.resource === need.resource &&',
      '',
      'topics and groups have no action in common, so no rule of one meets a need of the other',
    ],
    ['a name without * is a prefix', ': name === pattern;', ': name.startsWith(pattern);'],
  ]),
  ...faultsIn('lib/model/backlog/drain.ts', MODEL, [
    [
      'a re-drive is released a thousand times as fast',
      '(redrive.messages / redrive.ratePerSecond) * 1000',
      'redrive.messages / redrive.ratePerSecond',
    ],
  ]),
  ...faultsIn('lib/model/backlog/flow.ts', MODEL, [
    [
      'what a re-drive put back is not counted as consumed',
      'arrived + redriven - (last.backlog - first.backlog)',
      'arrived - (last.backlog - first.backlog)',
    ],
    ['a flow of one point is known', 'coveredMs === 0 || coveredMs * 3 < windowMs', 'coveredMs * 3 < windowMs - 1e9'],
  ]),
  ...faultsIn('lib/model/delivery/policy-effect.ts', MODEL, [
    ['a change that loses messages within the hour is harmless', 'after > before)) return', 'after < before)) return'],
    ['messages that are lost sooner are not counted', '(is(bucket) < was(bucket) ?', '(is(bucket) > was(bucket) ?'],
    ['what is lost within the hour is not', 'if (atMs < hourMs)', 'if (atMs > hourMs)'],
  ]),
  ...faultsIn('lib/model/group/group-at-rest.ts', MODEL, [
    ['one message in progress is no reason', 'if (words === null) return null;', 'return null;'],
    ['unread messages are no reason', 'if (value === 0) return null;', 'return null;'],
  ]),
  ...faultsIn(
    'lib/model/check-all.ts',
    [...MODEL, 'lib/console/http'],
    [['only the first problem is said', '    problems,\n', '    problems: problems.slice(0, 1),\n']],
  ),
  ...faultsIn('lib/model/throttle/what-if.ts', MODEL, [
    [
      'the preview of a level opens its gate at the hard line',
      'closed ? level >= hard * softShare : level >= hard',
      'level >= hard',
    ],
  ]),
  ...faultsIn(
    'lib/model/throttle/producer-backoff.ts',
    [...MODEL, 'components/throttling'],
    [['producers wait after their last try too', 'retry.maxAttempts - 1;', 'retry.maxAttempts;']],
  ),
  ...faultsIn('lib/model/reading.ts', MODEL, [
    ['a sum is as new as its newest part', 'reading.asOf < oldest', 'reading.asOf > oldest'],
    [
      'a value never gets stale',
      'Date.parse(now) - Date.parse(reading.asOf)',
      'Date.parse(reading.asOf) - Date.parse(now)',
    ],
  ]),
  ...faultsIn(
    'lib/model/delivery/forecast.ts',
    [...MODEL, 'lib/broker/retry/predictions.db.test.ts'],
    [
      ['a message dies a delivery early', 'following <= maxRetries + 1', 'following <= maxRetries'],
      [
        'the predicted waits are those of the attempts after',
        'retryDelayMs(retryPolicy, following - 1)',
        'retryDelayMs(retryPolicy, following)',
      ],
      ['over a lowered limit it is tried once more', 'attempt > limits.maxRetries', 'attempt > limits.maxRetries + 1'],
    ],
  ),
  ...faultsIn('lib/model/message/timeline-prediction.ts', MODEL, [
    ['the median of durations is that of their texts', '.toSorted((a, b) => a - b)', '.toSorted()'],
  ]),
  ...faultsIn('lib/model/dead-letter/dead-letter-retention.ts', MODEL, [
    ['a letter that a re-drive has chosen has an expiry', 'keepMs === null || redriveId !== null', 'keepMs === null'],
  ]),
  ...faultsIn(
    'lib/model/version.ts',
    [...MODEL, 'lib/runtime/newer-release.db.test.ts'],
    [['0.9 is newer than 1.0', 'major - otherMajor || minor - otherMinor', 'minor - otherMinor || major - otherMajor']],
  ),
  ...faultsIn(
    'lib/model/redrive/redrive.ts',
    [...MODEL, 'components/redrives'],
    [['a re-drive is decided while messages are retried', 'counts.retrying === 0 && ', '']],
  ),
  ...faultsIn(
    'lib/model/redrive/redrive-rule.ts',
    [...MODEL, 'lib/broker/redrive'],
    [
      ['a canary passes before its verdicts', '!undecided && released > 0', 'released > 0'],
      ['a ramp goes faster than the run may', 'Math.min(...rates)', 'Math.max(...rates)'],
    ],
  ),
  ...faultsIn(
    'lib/model/live-change.ts',
    [...MODEL, 'components/live', 'lib/console/live'],
    [['a hint of any group concerns every page', 'sameOrOpen(interest.group, change.group) &&', '']],
  ),
  ...faultsIn(
    'lib/model/filter/evaluate.ts',
    ['lib/model/filter'],
    [
      ['NOT of an unknown value is true', 'return value === null ? null : value !== true;', 'return value !== true;'],
      ['AND of an unknown value is true', 'return unknown ? null : !decides;', 'return !decides;'],
      ['>= of a filter is >', 'return order >= 0;', 'return order > 0;'],
      [
        'NOT CONTAINS holds for a message without the property',
        "if (typeof value !== 'string' || expression.text === '') return false;",
        "if (typeof value !== 'string' || expression.text === '') return expression.not;",
      ],
    ],
  ),
  ...faultsIn(
    'lib/model/json/json-layout.ts',
    ['lib/model/json/json-layout.test.ts'],
    [
      [
        'a body of a few kilobytes is indented to megabytes',
        'if (characters > MOST_LAID_OUT ||',
        'if (characters < 0 ||',
      ],
    ],
  ),
];
