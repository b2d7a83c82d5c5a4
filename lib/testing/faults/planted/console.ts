import { type Fault, faultsIn } from '../fault';

const AUTH = ['lib/auth'];
const TEAMS = ['lib/auth/teams'];
const GUARDS = ['lib/console/api/who-may.db.test.ts'];
const MCP = ['lib/console/mcp'];
const API = ['lib/console/http', 'lib/console/pages', 'lib/console/api/who-may.db.test.ts'];

export const CONSOLE_FAULTS: readonly Fault[] = [
  ...faultsIn(
    'lib/auth/own-views.ts',
    ['lib/auth/own-views.db.test.ts'],
    [
      [
        'another operator’s view can be changed',
        'where: { viewId, operatorId } });\n  if',
        'where: { viewId } });\n  if',
      ],
      ['two changes of views at once', '    await lockOperator(db, operatorId);\n', ''],
      ['two first views of a list', '    if (isDefault) await noDefault(db, operatorId, list);\n', ''],
    ],
  ),
  ...faultsIn('lib/console/http/define-action.ts', GUARDS, [
    [
      'an action runs for a page of somebody else',
      'if (!isSameOrigin(await headers()))',
      'if (isSameOrigin(await headers()) === null)',
    ],
  ]),
  ...faultsIn('lib/console/mcp/answer-mcp.ts', MCP, [
    ['a page of another site talks to the MCP server', "request.headers.has('origin') &&", 'false &&'],
  ]),
  ...faultsIn('lib/console/mcp/tools.ts', MCP, [
    [
      'MCP clients make changes although the server allows none',
      "effect === 'read' || getRuntime().config.mcpChanges",
      "effect === 'read' || getRuntime() !== undefined",
    ],
    [
      'an MCP client starts what was not planned',
      "if (operation.effect !== 'read') requirePlanned(operation, args);",
      'void requirePlanned;',
    ],
    ['an MCP client gives rights', 'PEOPLE_ONLY.test(permission)', "permission === 'account:use'"],
  ]),
  ...faultsIn('lib/console/http/request-principal.ts', MCP, [
    ['the audit log does not show that a change came over MCP', 'throughMcp.has(request) ?', 'throughMcp === null ?'],
  ]),
  ...faultsIn('lib/console/http/request-principal.ts', API, [
    [
      'the API takes cookies from a page of somebody else',
      'if (!reading && !isSameOrigin(request.headers))',
      'if (!reading && request.headers.get("origin") === "")',
    ],
    [
      'a page that is left open keeps its session',
      "!reading || request.headers.get('x-redrive-active') === '1'",
      'true',
    ],
    [
      'a bearer token that is refused leaves the cookie to decide',
      '    return owner;\n',
      '    if (owner !== null) return owner;\n',
    ],
  ]),
  ...faultsIn('lib/console/http/visitor.ts', API, [
    [
      'a request of a subdomain is of this console',
      "(site === null || site === 'same-origin')",
      "(site === null || site.startsWith('same-'))",
    ],
    ['the client chooses its address', "split(',').at(-1)", "split(',').at(0)"],
  ]),
  ...faultsIn(
    'lib/console/http/safe-path.ts',
    ['lib/console/http'],
    [
      [
        'sign-in leads to another site',
        'if (origin !== HERE || !PAGE.test(pathname))',
        'if (origin === HERE && !PAGE.test(pathname))',
      ],
    ],
  ),
  ...faultsIn(
    'lib/console/http/session-cookie.ts',
    ['lib/console/http'],
    [['scripts may read the session', 'httpOnly: true', 'httpOnly: false']],
  ),
  ...faultsIn('lib/console/http/failure.ts', API, [
    [
      'a fault of the program is shown to the caller',
      "return { code: 'internal', message: t('Something failed on the server. Error ID {id}.', { id }) };",
      "return { code: 'internal', message: t('Something failed on the server. Error ID {id}.', { id: String(error) }) };",
    ],
    ['a conflict is a bad request', "'already-exists', 'conflict', ", "'already-exists', "],
  ]),
  ...faultsIn(
    'lib/console/http/refuse-unstorable.ts',
    ['lib/console/http'],
    [['half of a character reaches the database', '/[\\0\\p{Surrogate}]/u', '/[\\0]/u']],
  ),
  ...faultsIn(
    'lib/model/time-range.ts',
    ['lib/console/schemas'],
    [['-6h is ahead', 'Date.parse(nowIso) - Number(relative[1])', 'Date.parse(nowIso) + Number(relative[1])']],
  ),
  ...faultsIn(
    'lib/model/moment.ts',
    ['lib/console/schemas'],
    [
      ['a time without a zone is in the zone of the server', '? text : `${text}Z`', '? text : text'],
      ['30 February is 2 March', '.startsWith(day) ? ms : null', '.startsWith(day) ? ms : ms'],
    ],
  ),
  ...faultsIn('lib/console/http/denial.ts', GUARDS, [
    [
      'a refusal is not in the audit log',
      'await noteDenied(getRuntime().store.console, actorOf(principal), permission);',
      'void 0;',
    ],
  ]),
  ...faultsIn(
    'lib/console/live/places.ts',
    ['lib/console/live'],
    [
      ['a stream that ended keeps its place', '      this.#all -= 1;\n', ''],
      ['one stream too many', 'own >= this.limits.perOwner', 'own > this.limits.perOwner'],
    ],
  ),
  ...faultsIn(
    'lib/console/live/outbox.ts',
    ['lib/console/live'],
    [
      [
        'hints beyond the bound are dropped',
        '      this.#pending.set(change.kind, { kind: change.kind });\n      return;',
        '      return;',
      ],
    ],
  ),
  ...faultsIn(
    'lib/console/live/stream.ts',
    ['lib/console/live'],
    [
      ['however many pages are open, each hears of every change at once', '&& now - saidAt >= paceMs()', ''],
      [
        'a stream outlives its session',
        "if (reader !== 'as-before') return stop();",
        "if (reader !== 'as-before' && beatAt < 0) return stop();",
      ],
    ],
  ),
  ...faultsIn('lib/auth/teams/changer.ts', TEAMS, [
    ['owners of a team change their own role', 'if (whom.operatorId === operatorId)', 'if (whom.operatorId === null)'],
    ['owners of a team add tokens', "if (whom.kind !== 'person')", 'if (whom.kind === null)'],
    ['every member of a team changes its members', 'if (!owns) throw', 'if (owns === null) throw'],
  ]),
  ...faultsIn('lib/auth/teams/known-team.ts', TEAMS, [
    ['two changes of teams at once', '    await lockTeams(db);\n', ''],
  ]),
  ...faultsIn(
    'lib/broker/audit/shown.ts',
    ['lib/broker/audit/names.db.test.ts'],
    [['the audit log of a team names groups of others', '|| visible.has(text) ?', '|| text ?']],
  ),
  ...faultsIn(
    'lib/auth/secret-token.ts',
    ['lib/auth/secret-token.test.ts', ...GUARDS],
    [
      [
        'a token is accepted by its beginning',
        'timingSafeEqual(hashSecret(given), hashSecret(expected))',
        'expected.startsWith(given)',
      ],
    ],
  ),
  ...faultsIn(
    'lib/auth/bearer.ts',
    [...AUTH, ...GUARDS],
    [
      [
        'every API token has all rights',
        'tokenPrincipal(owner.name, owner.rights, address',
        "tokenPrincipal(owner.name, 'admin', address",
      ],
    ],
  ),
  ...faultsIn(
    'lib/auth/permission.ts',
    [...AUTH, ...GUARDS],
    [
      ['viewers read the audit log', "  'metrics:read',\n];", "  'metrics:read',\n  'audit:read',\n];"],
      ['operators may not silence alarms', "  'alarm:silence',\n  'alarm:write',\n];", "  'alarm:write',\n];"],
    ],
  ),
  ...faultsIn('lib/auth/own-account.ts', AUTH, [
    [
      'a new password ends no session',
      'const sessionsEnded = await deleteSessionsOf(db, operatorId, sessionId);\n      await deleteDevicesOf',
      'const sessionsEnded = 0;\n      await deleteDevicesOf',
    ],
    [
      'a wrong current password is accepted',
      'if (!(await verifyPassword(before?.passwordHash ?? null, current))) {',
      'if (before === null) {',
    ],
  ]),
  ...faultsIn(
    'lib/auth/manage-operators.ts',
    [...AUTH, 'lib/console/actions'],
    [
      ['a disabled account keeps its sessions', 'disabled ? await deleteSessionsOf(db, operatorId) : 0', '0'],
      [
        'the last admin may become a viewer',
        '    await refuseLastAdmin(db, operator, admins);\n    await setOperatorRole',
        '    await setOperatorRole',
      ],
    ],
  ),
  ...faultsIn('lib/auth/address-block.ts', AUTH, [
    ['each address of a block has its own share of attempts', 'GROUPS_OF_A_BLOCK = 4', 'GROUPS_OF_A_BLOCK = 8'],
  ]),
  ...faultsIn('lib/auth/fair-turns.ts', AUTH, [
    [
      'a turn that nobody waits for is lost',
      'if (next === undefined) this.#running -= 1;\n      else next.start();',
      'next?.start();',
    ],
  ]),
  ...faultsIn('lib/auth/email.ts', AUTH, [
    ['an address is another with a capital letter', 'text.trim().toLowerCase()', 'text.trim()'],
  ]),
  ...faultsIn(
    'lib/auth/sign-in.ts',
    ['lib/auth/sign-in.db.test.ts'],
    [
      [
        'a wrong password leaves no audit row',
        "    await appendAudit(store.console, entryOf(email, browser, 'session.refuse'));\n",
        '',
      ],
      ['a password that was changed meanwhile opens a session', ' || now.passwordHash !== operator.passwordHash', ''],
    ],
  ),
  ...faultsIn('lib/auth/enter.ts', AUTH, [
    ['a password alone opens an account with a second factor', "return 'second-factor';", 'return null;'],
    ['a role comes in without the second factor that it needs', "? 'enrol' : null", '? null : null'],
  ]),
  ...faultsIn('lib/auth/factors/own-totp.ts', AUTH, [
    ['a code of an app works twice', 'lastStep: { lt: step }', 'lastStep: { gte: 0 }'],
  ]),
  ...faultsIn('lib/auth/factors/recovery-codes.ts', AUTH, [
    ['a recovery code works twice', 'codeHash: hashOf(code), usedAt: null', 'codeHash: hashOf(code)'],
    ['a recovery code opens any account', 'const where = { operatorId, codeHash', 'const where = { codeHash'],
  ]),
  ...faultsIn('lib/auth/factors/own-factors.ts', AUTH, [
    ['the last way in can be removed', '    await refuseLockedOut(db, operator);\n', ''],
    [
      'a reset of second factors ends no session',
      'const sessionsEnded = await deleteSessionsOf(db, operatorId);',
      'const sessionsEnded = 0;',
    ],
  ]),
  ...faultsIn('lib/store/queries/sign-in/step.ts', AUTH, [
    ['a sign-in takes any number of codes', 'AND tries < $mostTries', 'AND tries < $mostTries + 1000'],
  ]),
  ...faultsIn('lib/auth/oidc/finish.ts', AUTH, [
    [
      'who has no role any more keeps their sessions',
      'const sessionsEnded = await deleteSessionsOf(db, known.operatorId);',
      'const sessionsEnded = 0;',
    ],
    ['single sign-on takes over an account by its address', '!(await isOnlyInvited(db, namesake))', 'false'],
    ['an account is connected to the session of another', 'step.operatorId !== operatorId', 'false'],
    ['an old sign-in at the provider confirms', 'confirmedAt: person.authTime', 'confirmedAt: undefined'],
  ]),
  ...faultsIn('lib/auth/set-up.ts', AUTH, [
    ['a password from a link ends no session', '    await deleteSessionsOf(db, operatorId);\n', ''],
  ]),
  ...faultsIn('lib/auth/session.ts', AUTH, [
    ['the session before stays open after signing in anew', 'await deleteSessions(db, replaced.map(hashSecret))', '0'],
  ]),
  ...faultsIn('lib/store/queries/session/session-resume.ts', AUTH, [
    ['the session of a disabled account goes on', 'AND o.disabled_at IS NULL', ''],
    ['a session may rest for 30 hours', 'make_interval(mins => $idleMinutes)', 'make_interval(hours => $idleMinutes)'],
  ]),
  ...faultsIn('lib/store/queries/session/session-delete.ts', AUTH, [
    ['anyone may end the session of another', 'where: { operatorId, sessionId }', 'where: { sessionId }'],
  ]),
  ...faultsIn('lib/store/queries/sign-in/link-use.ts', AUTH, [['a link works twice', 'AND l.used_at IS NULL', '']]),
  ...faultsIn('lib/store/queries/sign-in/attempt-begin.ts', AUTH, [
    ['one more attempt than allowed', 'WHERE by_share < $perShare', 'WHERE by_share <= $perShare'],
    [
      'failures at other accounts do not count for an address',
      'AND by_block < $perBlock',
      'AND $perBlock::int IS NOT NULL',
    ],
  ]),
  ...faultsIn(
    'lib/store/queries/audit/audit-append.ts',
    ['lib/store/queries/audit'],
    [
      [
        'a repeated row without an address is written each time',
        'address IS NOT DISTINCT FROM $address',
        'address = $address',
      ],
    ],
  ),
];
