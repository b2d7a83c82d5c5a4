import { type Fault, faultsIn } from '../fault';

const ATTACH = ['lib/engine/rocketmq/clusters/attach.db.test.ts'];
const LETTERS = ['lib/engine/rocketmq/letters/index.db.test.ts'];
const GROUPS = ['lib/engine/rocketmq/groups/groups.db.test.ts'];
const SETTINGS = ['lib/engine/rocketmq/brokers/change-setting.db.test.ts'];
const ACCESS = ['lib/engine/rocketmq/brokers/change-access.db.test.ts'];
const REDRIVES = ['lib/engine/rocketmq/redrives/redrives.db.test.ts'];
const TRACES = ['lib/engine/rocketmq/letters/trace-causes.db.test.ts'];
const HOLDS = ['lib/cluster/read/read-client-holds.test.ts'];
const WATCH = ['lib/cluster/redrive/watch.test.ts'];

export const CLUSTER_FAULTS: readonly Fault[] = [
  ...faultsIn('lib/engine/rocketmq/clusters/attach.ts', ATTACH, [
    [
      'a secret key is used with another access key',
      'before.accessKey !== fields.accessKey && secretKey === undefined',
      'before.accessKey === null && secretKey === undefined',
    ],
    [
      'an edit of a cluster that saw an older version',
      'if (found.version === version) return found;',
      'if (version > 0) return found;',
    ],
  ]),
  ...faultsIn('lib/cluster/read/change-setting.ts', SETTINGS, [
    ['a setting of a broker that another tool changed is written over', 'if (has !== seen)', "if (has === '')"],
    ['the next broker is tried after one failed', 'else failed = broker;', ''],
  ]),
  ...faultsIn('lib/cluster/read/change-access.ts', ACCESS, [
    [
      'the console locks itself out',
      'if (user !== own && inner.length === 0) return;',
      'if (inner.length === 0) return;',
    ],
    ['a user that was changed since it was shown is changed', 'input.seen !== version)', "input.seen === '')"],
    ['brokers with another password count as equal', 'like.mark !== markIn(value, user)', 'like.mark === null'],
    [
      'a dry run of a user is sent',
      "if (input.isDryRun) return { reached: 'none', brokers };",
      "if (input.isDryRun && plans.length === 0) return { reached: 'none', brokers };",
    ],
    ['a user goes on to the next broker after one refused', 'else failed = broker;', ''],
    [
      'brokers are made equal but for the password',
      "input.change.kind === 'make-equal' ? await copyPassword(cluster, input) : input.password;",
      'input.password;',
    ],
    ['what a broker has after a change is not compared', 'if (isSame && hasPassword)', 'if (hasPassword)'],
  ]),
  ...faultsIn('lib/model/cluster/access-change.ts', ACCESS, [
    [
      'rules that a broker has too many stay',
      "if (!after.rules.some(isKeyOf(rule))) steps.push({ does: 'delete-rule', rule });",
      'if (rule.user === null) continue;',
    ],
    ['a new password alone is not sent', 'else if (setsPassword || textOfUser', 'else if (textOfUser'],
    ['a rule that denies is no loss of rights', 'return keeps && !isDenied ? null', 'return keeps ? null'],
  ]),
  ...faultsIn('lib/engine/rocketmq/partly.ts', GROUPS, [
    ['a change that reached one broker counts as saved', "if (reached === 'all')", "if (reached !== 'none')"],
  ]),
  ...faultsIn('lib/engine/rocketmq/groups/write.ts', GROUPS, [
    ['a cluster that is read-only is changed', '  return allowsChanges ? null :', '  return name !== null ? null :'],
    [
      'an edit of a group that another tool changed',
      'if (noted?.version === version && noted.seen === group.version)',
      'if (noted !== undefined)',
    ],
  ]),
  ...faultsIn('lib/engine/rocketmq/groups/note-versions.ts', GROUPS, [
    [
      'a change of another tool is not noticed',
      'silent.length === 0 && newest.get(name)?.seen !== version',
      'silent.length === 0 && newest.get(name) === undefined',
    ],
  ]),
  ...faultsIn('lib/engine/rocketmq/redrives/observe.ts', REDRIVES, [
    ['what has no answer yet is sent once more', '} else if (row.isLate && (wholeForMs', '} else if ((wholeForMs'],
    [
      'one reading of a broker that hung says that a copy is not there',
      '(wholeForMs.get(row.broker) ?? -1) >= settleMs',
      '(wholeForMs.get(row.broker) ?? -1) >= 0',
    ],
  ]),
  ...faultsIn('lib/engine/rocketmq/redrives/send.ts', REDRIVES, [
    [
      'a group that others made is taken for a helper',
      '  if (await hasOwnGroup(cluster, broker, helper)) return;\n',
      '',
    ],
  ]),
  ...faultsIn('lib/engine/rocketmq/redrives/start.ts', REDRIVES, [
    [
      'other groups get copies that no operator confirmed',
      '  if (unnamed.length > 0)\n',
      '  if (unnamed.length > 99)\n',
    ],
  ]),
  ...faultsIn('lib/cluster/redrive/watch.ts', WATCH, [
    ['topics that were not read say that a copy is not there', 'if (isWhole) wholeForMs.set(', 'wholeForMs.set('],
  ]),
  ...faultsIn('lib/store/queries/cluster/letter-store.ts', LETTERS, [
    [
      'letters are stored although the cursor is elsewhere',
      'AND q.next_off = $from AND q.ended_at IS NULL',
      'AND q.next_off >= least($from, 0) AND q.ended_at IS NULL',
    ],
    [
      'letters are stored and the cursor stays',
      'SET next_off = $next, min_off',
      'SET next_off = least($next, $from), min_off',
    ],
  ]),
  ...faultsIn('lib/cluster/index/read-letters.ts', LETTERS, [
    ['what the retention took is not said', 'first > place.next ?', 'first < place.next ?'],
    ['offsets that go back are the same topic', 'if (max < place.next)', 'if (max < 0)'],
    [
      'a topic that was made again with more letters is the same topic',
      'if (!isSame) return',
      'if (!isSame && max < 0) return',
    ],
  ]),
  ...faultsIn('lib/store/queries/cluster/cluster-lease.ts', LETTERS, [
    [
      'two processes index one cluster',
      'WHERE i.owner = excluded.owner OR i.owned_until <',
      'WHERE i.owner IS NOT NULL OR i.owned_until <',
    ],
  ]),
  ...faultsIn('lib/store/queries/cluster/cluster-report.ts', LETTERS, [
    [
      'the report of another delivery says why a letter died',
      '(a.attempt = d.attempts OR d.attempts = 0)',
      '(a.attempt <= d.attempts OR d.attempts = 0)',
    ],
  ]),
  ...faultsIn('lib/store/queries/cluster/trace-due.ts', TRACES, [
    [
      'the trace of an earlier delivery says why a letter died',
      'OR d.attempts IN (i.attempt, 0)',
      'OR d.attempts >= i.attempt',
    ],
  ]),
  ...faultsIn(
    'lib/cluster/retries/attempts.ts',
    ['lib/cluster/retries/read-waiting.test.ts'],
    [
      [
        'a message that is held counts as delivered once less than it was',
        'item.failed + (leased ? 1 : 0)',
        'item.failed + (leased ? 0 : 0)',
      ],
    ],
  ),
  ...faultsIn(
    'lib/engine/rocketmq/groups/backoff.ts',
    ['lib/engine/rocketmq/groups/backoff.db.test.ts'],
    [
      [
        'a client is believed to have new settings before it asked for them',
        'if (asOf >= followedFrom) return followed;',
        'if (asOf <= followedFrom) return followed;',
      ],
    ],
  ),
  ...faultsIn(
    'lib/cluster/wire/open-socket.ts',
    ['lib/cluster/wire/open-socket.test.ts'],
    [
      [
        'a broker with the certificate of another CA is believed',
        '...(ca !== null && { ca }),',
        '...(ca !== null && { ca }), rejectUnauthorized: false,',
      ],
    ],
  ),
  ...faultsIn('lib/cluster/admin/running-info.ts', HOLDS, [
    [
      'what an old client leaves out is 0',
      "messages: optional(countOf, held.cachedMsgCount, 'cachedMsgCount'),",
      "messages: optional(countOf, held.cachedMsgCount, 'cachedMsgCount') ?? 0,",
    ],
  ]),
  ...faultsIn('lib/cluster/read/read-client-holds.ts', HOLDS, [
    [
      'a client that stands still keeps every broker waiting',
      'if (isTimeout(error.cause))',
      'if (brokers.length === 0)',
    ],
  ]),
];
