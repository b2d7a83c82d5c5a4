import { type Fault, faultsIn } from '../fault';

const LIMITS = ['lib/broker/throttle/limits.db.test.ts', 'lib/broker/throttle/shared-levels.db.test.ts'];

export const THROTTLE_FAULTS: readonly Fault[] = [
  ...faultsIn('lib/broker/throttle/set-limit.ts', LIMITS, [
    [
      'an edit of a limit overwrites a newer one',
      'if ((before?.version ?? 0) !== input.version) throw conflict(input, before);',
      '',
    ],
    [
      'a new hard line does not settle the level',
      'const level = before?.enabled === true ? ctx.throttle.levelOf(after) : null;',
      'const level = before?.enabled === false ? ctx.throttle.levelOf(after) : null;',
    ],
  ]),
  ...faultsIn(
    'lib/broker/throttle/remove-limit.ts',
    [...LIMITS, 'lib/console/api/limits.db.test.ts'],
    [
      [
        'a limit is removed without an audit row',
        "    await appendAudit(db, { actor, action: 'limit.remove', target: limitName(input), reason, before: pick(before) });\n",
        '',
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/process/throttle/disk-line.ts',
    ['lib/broker/process/throttle/disk-line.test.ts'],
    [['the disk line opens where it closed', '(this.#closed ? 2 : 1)', '1']],
  ),
  ...faultsIn(
    'lib/broker/process/throttle/rate-meter.ts',
    ['lib/broker/process/throttle/rate-meter.test.ts', 'lib/broker/process/throttle/throttle.test.ts'],
    [
      [
        'a rate is measured over 11 s and divided by 10',
        'at > second - WINDOW_SECONDS) sum',
        'at >= second - WINDOW_SECONDS) sum',
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/process/throttle/refusal-waits.ts',
    ['lib/broker/process/throttle/refusal-waits.test.ts'],
    [
      ['a producer is gone a try too late', 'waitsMs[times - 1]', 'waitsMs[times]'],
      [
        'the limit that refused first is the one it waits for',
        'known.waiter = waiter;',
        'known.waiter = known.waiter;',
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/process/throttle/token-bucket.ts',
    ['lib/broker/process/throttle/token-bucket.test.ts', 'lib/broker/process/throttle/throttle.test.ts'],
    [
      [
        'a bucket refills from a clock that went back',
        'Math.max(0, nowMs - this.#atMs)',
        'Math.abs(nowMs - this.#atMs)',
      ],
      [
        'a bucket has no bound',
        'this.#tokens = Math.min(\n      burstOf(this.#rate.perSecond, this.#rate.burstMs),',
        'this.#tokens = Math.min(\n      1e15,',
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/process/throttle/throttle.ts',
    ['lib/broker/process/throttle/throttle.test.ts', 'lib/broker/throttle/charged.db.test.ts'],
    [
      [
        'a refused send keeps its share of the rates',
        '{ messages: -messages, bytes: -bytes }',
        '{ messages: 0 * messages, bytes: 0 * bytes }',
      ],
      [
        'the number of nodes does not reach known limits',
        'for (const { limit, bucket } of this.#guards.values()) bucket?.change(this.#rateOf(limit), this.#nowMs());\n  }\n\n  /** Room',
        '}\n\n  /** Room',
      ],
    ],
  ),
];
