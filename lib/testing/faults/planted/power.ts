import { type Fault, faultsIn } from '../fault';

const GUARDS = ['lib/console/api/who-may.db.test.ts'];
const ACCOUNTS = ['lib/auth/set-up.db.test.ts'];
const CHAIN = ['lib/broker/audit', 'lib/model/audit/audit-chain.test.ts'];
const ROLES = ['lib/runtime/postgres/least-power.db.test.ts'];

/** Least power: roles of the database, the chain of the audit log, confirmation. */
export const POWER_FAULTS: readonly Fault[] = [
  ...faultsIn('lib/console/http/define-action.ts', GUARDS, [
    ['an old session opens doors', '      requireConfirmed(principal, definition.permission);\n', ''],
  ]),
  ...faultsIn('lib/console/http/request-principal.ts', GUARDS, [
    [
      'an old session opens doors through the API',
      '  if (!isReading(request)) requireConfirmed(principal, permission);\n',
      '',
    ],
  ]),
  ...faultsIn('lib/store/queries/api-token/api-token-resolve.ts', ACCOUNTS, [
    ['a token outlives its time', 'AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())', ''],
    ['the secret before a rotation works for ever', 'AND t.old_until > clock_timestamp()', ''],
  ]),
  ...faultsIn('lib/auth/manage-operators.ts', ACCOUNTS, [
    [
      'the sessions of another go on',
      'const sessionsEnded = await deleteSessionsOf(db, operatorId); await appendAudit',
      'const sessionsEnded = 2; await appendAudit',
    ],
  ]),
  ...faultsIn(
    'lib/console/http/define-read.ts',
    ['lib/console/reads/note-bodies.db.test.ts'],
    [['who reads a body leaves no trace', 'definition.bodiesIn?.(result.data, input) ?? []', '[]']],
  ),
  ...faultsIn('lib/model/audit/audit-chain.ts', CHAIN, [
    ['a link that was cut out is not missed', 'if (link.position !== before.position + 1)', 'if (link.position < 0)'],
    [
      'a row that was changed fits',
      'return hashOfLink(before.hash, link.text).equals(link.hash) ? null',
      'return link.hash.length === 32 ? null',
    ],
  ]),
  ...faultsIn('lib/broker/audit/verify.ts', CHAIN, [
    ['a row without a link is not seen', 'const unlinked = await firstUnlinked(db);', 'const unlinked = null;'],
    ['an end that was cut off is not missed', 'if (lost !== undefined)', 'if (lost === -1)'],
  ]),
  ...faultsIn('lib/broker/audit/check.ts', CHAIN, [
    [
      'an anchor that did not arrive is forgotten',
      'if (await give(makeAnchor({ chain, ...head, checkedAt }, secretKey))) given.hash',
      'await give(makeAnchor({ chain, ...head, checkedAt }, secretKey)); given.hash',
    ],
  ]),
  ...faultsIn('lib/store/roles.ts', ROLES, [
    [
      'the processes may change the audit log',
      "const APPEND: readonly Right[] = ['INSERT', 'SELECT'];",
      'const APPEND = WRITE;',
    ],
    [
      'the broker sees what refers to people',
      '(ofPeople ? OF_PEOPLE : EVERYTHING)',
      '(ofPeople ? EVERYTHING : EVERYTHING)',
    ],
    ['everybody may drop segments', 'await client.query(`REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`);', ''],
  ]),
  ...faultsIn(
    'lib/broker/restore/after-restore.ts',
    ['lib/broker/restore'],
    [['handles of a lost time are accepted', '    await forgetHandleKey(db);\n', '']],
  ),
];
