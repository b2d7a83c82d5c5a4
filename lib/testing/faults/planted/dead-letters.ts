import { type Fault, faultsIn } from '../fault';

const test = (path: string): string => `lib/broker/${path}.db.test.ts`;
const RUN = [test('redrive/careful'), test('redrive/redrive')];
const LETTERS = [test('dead-letter/letters')];
const REPORTS = [test('failure/report-many')];
const CAUSES = [test('cause/regroup')];
const ENDS = [test('alarm/letters-end')];
const statements = (name: string): string => `lib/store/queries/${name}.ts`;

/** Causes, letters, plans and runs of re-drives, and alarms that stay open until the damage is gone. */
export const DEAD_LETTER_FAULTS: readonly Fault[] = [
  ...faultsIn(statements('failure/failure-target'), REPORTS, [
    ['a report that a re-drive overtook is about the life since', 'AND v.at <= f.at) AS begun', ') AS begun'],
    ['a report of a life past the retention is about the one since', 'greatest(e.later - 1, 0)', 'e.later'],
  ]),
  ...faultsIn('lib/broker/process/failure/report-lane.ts', REPORTS, [
    [
      'a report that waited in the broker is about a later delivery',
      'this.#run(arrived.map(agedInLane))',
      'this.#run(arrived.map(({ report }) => report))',
    ],
  ]),
  ...faultsIn(statements('redrive/redrive-failures'), REPORTS, [
    ['a cause is another than one that is not known', 'f.key <> f.before', 'f.key IS DISTINCT FROM f.before'],
  ]),
  ...faultsIn(statements('failure/failure-report-insert'), CAUSES, [
    [
      'a late report leaves its dead letter without a cause',
      'AND d.attempts = s.attempt',
      'AND d.attempts < s.attempt',
    ],
  ]),
  ...faultsIn(statements('cause/cause-fingerprints'), CAUSES, [
    [
      'an address of two rules ago leads nowhere',
      'AND b.fingerprint = c.became UNION',
      'AND b.fingerprint = c.became AND false UNION',
    ],
  ]),
  ...faultsIn(statements('cause/report-regroup'), CAUSES, [
    ['a better rule forgets what operators decided', "n.former NOT IN ('', n.fingerprint)", 'false'],
  ]),
  ...faultsIn(
    statements('cause/cause-triage'),
    [test('cause/triage')],
    [
      ['the second of two operators wins unseen', 'OR c.triage_version = $version', 'OR true'],
      [
        'resolving again moves the time of a regression',
        "WHEN $state = 'resolved' THEN t.at END",
        'WHEN false THEN t.at END',
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/cause/triage.ts',
    [test('cause/triage')],
    [['a decision about a cause leaves no audit row', 'await appendAudit(db, {', 'await Promise.resolve({']],
  ),
  ...faultsIn(statements('dead-letter/letter-edit'), LETTERS, [
    [
      'a held letter is extended without a word',
      "CASE WHEN d.held_at IS NOT NULL THEN 'held: does not expire' WHEN",
      'CASE WHEN',
    ],
    [
      'what is released past its time expires at once',
      "THEN greatest(d.kept_until, t.now + $graceMs * interval '1 ms') ELSE",
      'THEN d.kept_until ELSE',
    ],
    [
      'what a re-drive has chosen is accepted',
      "THEN 'accepted already' ELSE ${IN_REDRIVE} END",
      "THEN 'accepted already' END",
    ],
  ]),
  ...faultsIn(statements('dead-letter/letter-discard'), LETTERS, [
    ['what a re-drive has chosen is discarded', '${IN_REDRIVE} AS why', 'NULL::text AS why'],
    ['a held letter is gone for good at its own time', 'CASE WHEN g.held_at IS NOT NULL OR', 'CASE WHEN'],
    ['a letter that is with its group again is restored too', "THEN 'with the group again' END", 'THEN NULL END'],
  ]),
  ...faultsIn(
    'lib/broker/dead-letter/browse.ts',
    [test('dead-letter/search')],
    [['what was looked through is the end of the list', 'last === undefined ? since :', 'last === undefined ? null :']],
  ),
  ...faultsIn(
    'lib/broker/dead-letter/causes.ts',
    [test('dead-letter/search')],
    [
      [
        'a count of some says it is of all',
        'looked: since === null ? null : looked === null',
        'looked: since !== null ? null : looked === null',
      ],
    ],
  ),
  ...faultsIn(
    'lib/model/redrive/redrive-rule.ts',
    ['lib/model/redrive/redrive-rule.test.ts', ...RUN],
    [
      ['a rule stops without a failure', 'lastFailed > 0 && lastFailed >=', 'lastFailed >='],
      [
        'a share that is just reached does not stop',
        'lastFailed >= abort.failedShare * of',
        'lastFailed > abort.failedShare * of',
      ],
      [
        'live messages never come first',
        'delayP95Ms > limit ? delayP95Ms : null',
        'delayP95Ms < 0 ? delayP95Ms : null',
      ],
    ],
  ),
  ...faultsIn(statements('redrive/redrive-evidence'), RUN, [
    [
      'failures of before the resume stop it again',
      'd.attempt = 1 AND d.at >= $roundAt AND (${FIRST_FAILED} OR ${FIRST_CONSUMED}) ORDER',
      'd.attempt = 1 AND (${FIRST_FAILED} OR ${FIRST_CONSUMED}) ORDER',
    ],
    [
      'a pause counts as time in which nobody fetched',
      'greatest(w.since, f.at, j.resumed_at)',
      'greatest(w.since, f.at)',
    ],
  ]),
  ...faultsIn(statements('redrive/redrive-counts'), RUN, [
    ['a message in flight counts as retried', 's.attempt > 1 OR (s.attempt = 1 AND NOT s.leased)', 's.attempt >= 1'],
    ['a recalled message counts as died again', "s.state = 'DLQ' AND s.cause <> 'recalled'", "s.state = 'DLQ'"],
  ]),
  ...faultsIn(
    statements('redrive/redrive-series'),
    [test('redrive/counts-scale')],
    [
      [
        'a step of the chart has what belongs to the next',
        'i.moved_at < p.at + s.width',
        'i.moved_at <= p.at + s.width',
      ],
    ],
  ),
  ...faultsIn(
    statements('redrive/redrive-freeze'),
    [test('redrive/changed')],
    [
      [
        'what stays behind has no reason on record',
        "CASE WHEN n.why IS NULL THEN 'selected' ELSE 'excluded' END, n.why,",
        "'selected', NULL,",
      ],
    ],
  ),
  ...faultsIn(
    'lib/broker/redrive/apply-edits.ts',
    [test('redrive/changed')],
    [
      [
        'messages that a rule does not apply to go as they are',
        'if (excludes.length > 0) await itemsExclude(db, redriveId, excludes);',
        '',
      ],
      ['an edit of a message that does not go is lost unseen', 'edits.rule === undefined && changed < named', 'false'],
    ],
  ),
  ...faultsIn('lib/broker/alarm/follow-letters.ts', ENDS, [
    ['what died again in an alarm’s re-drive is no event', 'if (count <= before) continue;', 'continue;'],
    [
      'an alarm about old letters is about all of them',
      "watch === 'dead-letter-age' ? new Date(now.getTime() - threshold * 1000) : null",
      'null',
    ],
  ]),
  ...faultsIn('lib/broker/alarm/evaluate.ts', ENDS, [
    [
      'an alarm ends while dead letters are left',
      'if (letters?.left !== 0) return false;',
      'if (letters === null) return false;',
    ],
    [
      'an alarm about dead letters ends by quiet',
      'keptOpen: seen.byEvidence && letters?.left !== 0',
      'keptOpen: false',
    ],
  ]),
  ...faultsIn(
    'prisma/functions/letter-words.sql',
    [test('dead-letter/search-unspaced')],
    [
      [
        'the last character of a long search text is not looked for',
        'greatest(length(r) - 3, 1)',
        'greatest(length(r) - 4, 1)',
      ],
      ['half-width characters are other words', "normalize(coalesce(p_text, ''), NFKC)", "coalesce(p_text, '')"],
    ],
  ),
  ...faultsIn(
    statements('cause/report-regroup'),
    [test('cause/regroup')],
    [
      [
        'the second part of a split cause stays ignored',
        'p.at_once OR coalesce(o.became <> r.fingerprint, false) AS is_part',
        'p.at_once AS is_part',
      ],
    ],
  ),
];
