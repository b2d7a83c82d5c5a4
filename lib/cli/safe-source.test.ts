import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/** The program itself: not its tests, and not what only developers start. */
const NOT_SHIPPED = /\.test\.tsx?$|^lib\/(?:testing|store\/generated)\//;
const sources = new Map(
  ['app', 'components', 'lib']
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
    .concat('proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts')
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !NOT_SHIPPED.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const),
);
/** What people start at a prompt; no request reaches it. */
const served = [...sources].filter(([file]) => !file.startsWith('lib/cli/'));

const filesWith = (pattern: RegExp, among = served): string[] =>
  among
    .filter(([, source]) => pattern.test(source))
    .map(([file]) => file)
    .toSorted();

test('there is something to look at', () => {
  expect(sources.size).toBeGreaterThan(900);
  expect(filesWith(/^import /m).length).toBeGreaterThan(700);
});

test('programs are started by what starts PostgreSQL and processes of this program alone, without a shell', () => {
  expect(
    filesWith(/import [^;]*\{[^}]*(?<!type )\b(?:spawn|fork|exec)\w*[^}]*\} from ['"]node:child_process['"]/),
  ).toEqual([
    'lib/practice/run.ts',
    'lib/runtime/postgres/account.ts',
    'lib/runtime/postgres/initialize.ts',
    'lib/runtime/postgres/server-process.ts',
    'lib/runtime/processes/supervisor.ts',
  ]);
  expect(
    filesWith(
      /\bshell: true|\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'|['"]child_process['"]|import\(['"]node:child_process/,
    ),
  ).toEqual([]);
});

test('no markup is written as text, and no plug-in of old is used', () => {
  const markup = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/;
  // The manual, which comes with the program.
  expect(filesWith(markup)).toEqual(['app/help/[[...page]]/page.tsx']);
  const pages = served.filter(([file]) => file.endsWith('.tsx'));
  expect(filesWith(/<(?:script|embed|object|applet|iframe)\b/, pages)).toEqual([]);
});

test('expressions are made of what the program says, never of what comes in', () => {
  // each is put together from constants of its file
  expect(filesWith(/\bRegExp\(/)).toEqual([
    'lib/broker/alarm/outbound/target.ts',
    'lib/model/dead-letter/fingerprint/fingerprint.ts',
    'lib/model/dead-letter/fingerprint/replace-values.ts',
    'lib/model/dead-letter/fingerprint/stack-frames.ts',
    'lib/model/masking/path.ts',
    'lib/runtime/unknown-settings.ts',
  ]);
  expect(filesWith(/\bRegExp\([^;]*?\$\{(?![A-Z_]+\})/)).toEqual([]);
});

test('chance that must not be guessed comes from the system; Math.random only spreads work', () => {
  expect(filesWith(/Math\.random/)).toEqual([
    'lib/broker/alarm/deliver.ts',
    'lib/broker/process/send/send-lanes.ts',
    'lib/store/migrate.ts',
    'lib/workers/loop.ts',
  ]);
  for (const file of ['auth/secret-token', 'auth/factors/totp', 'auth/factors/recovery-codes'])
    expect(sources.get(`lib/${file}.ts`)).toMatch(/import \{[^}]*\brandom(?:Bytes|Int)\b[^}]*\} from 'node:crypto'/);
});

test('cryptography is of Node and of four libraries, and encrypts with AES-256-GCM alone', () => {
  const libraries = [...sources.values()].flatMap((source) =>
    [
      ...source.matchAll(/from '((?:@noble|@node-rs|@simplewebauthn|openid-client|selfsigned|jose|crypto)[\w/.-]*)'/g),
    ].map(([, name = '']) => name),
  );
  expect([...new Set(libraries)].toSorted()).toEqual([
    ...['@noble/hashes/hmac', '@noble/hashes/sha2', '@node-rs/argon2', '@simplewebauthn/browser'],
    ...['@simplewebauthn/server', 'openid-client', 'selfsigned'],
  ]);
  const ciphers = [...sources.values()].flatMap((source) =>
    [...source.matchAll(/create(?:C|Dec)ipher\w*\((\S+),/g)].map(([, name]) => name),
  );
  expect(ciphers).toEqual(["'aes-256-gcm'", "'aes-256-gcm'"]);
  expect(filesWith(/publicEncrypt|privateDecrypt|subtle\.encrypt/)).toEqual([]);
});

test('a field for a password hides it, and lets the browser fill it in; pasting is never hindered', () => {
  const fields = served.flatMap(([file, source]) =>
    [...source.matchAll(/<(?:TextInput|input)\s[\s\S]*?\/>/g)].map(([tag]) => ({ file, tag })),
  );
  const ofPasswords = fields.filter(({ tag }) => /type="password"|name="(?:password|repeat|current)"/.test(tag));
  expect(ofPasswords.length).toBeGreaterThan(5);
  for (const { file, tag } of ofPasswords) {
    expect([file, tag]).toEqual([file, expect.stringContaining('type="password"')]);
    expect([file, tag]).toEqual([file, expect.stringMatching(/autoComplete="(?:current|new)-password"/)]);
  }
  for (const { file, tag } of fields)
    if (/autoComplete="(?:current|new)-password"/.test(tag))
      expect([file, tag]).toEqual([file, expect.stringContaining('type="password"')]);
  expect(filesWith(/\bonPaste\b|'paste'/)).toEqual([]);
});

test('a password has no age: nothing is kept that it could run out by', () => {
  const schema = readFileSync('prisma/schema.prisma', 'utf8');
  const [operator = ''] = /^model Operator \{[\s\S]*?^\}/m.exec(schema) ?? [];
  expect(operator).toContain('passwordHash');
  expect(operator.match(/^ {2}\w*password\w*/gim)).toEqual(['  passwordHash']);
  expect(operator).not.toMatch(/expire|rotat/i);
});

test('what a browser keeps: the look, the last pages of a tab, and which alarms were shown', () => {
  expect(filesWith(/\b(?:localStorage|sessionStorage|indexedDB)\b|document\.cookie|caches\.open/)).toEqual([
    'components/alarms/notify-new-alarms.ts',
    'components/alarms/notify.ts',
    'components/palette/recents.ts',
    'components/ui/preferences.tsx',
  ]);
});

test('a page asks its own console alone', () => {
  const inBrowser = served.filter(
    ([file]) => /^(?:app|components)\//.test(file) || file.startsWith('instrumentation-'),
  );
  expect(
    filesWith(/\b(?:src|action)="?\{?['"`]https?:|sendBeacon|WebSocket\(|import\(['"`]https?:/, inBrowser),
  ).toEqual([]);
  expect(filesWith(/\bfetch\(\s*['"`]https?:|XMLHttpRequest/, inBrowser)).toEqual([]);
  expect(sources.get('lib/cli/console.mjs')).toContain("NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1'");
});

test('pages and routes read no files, so that none can be listed', () => {
  const reached = served.filter(([file]) => /^(?:app|components|lib\/console)\//.test(file));
  expect(filesWith(/from '(?:node:)?fs(?:\/promises)?'/, reached)).toEqual([]);
});

test('what is logged goes through one log', () => {
  expect(filesWith(/\bpino\(|from 'pino'/)).toEqual(['lib/observability/log.ts']);
  // A program for the operator's own files prints as their language does.
  const printing = filesWith(/\bconsole\.(?:log|info|warn|error|debug)\(/);
  expect(printing).toEqual(['lib/model/programs/node.ts']);
  // what libraries print by console becomes lines of that log
  const formats = filesWith(/from 'node:util'/).filter((file) => /\bformat\(/.test(sources.get(file) ?? ''));
  expect(formats).toEqual(['lib/observability/console-lines.ts']);
});
