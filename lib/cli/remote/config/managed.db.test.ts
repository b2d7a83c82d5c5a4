import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type CommandLine, openCommandLine } from '../../../testing/command-line';

const GIT = 'https://git.example/ops';
let line: CommandLine;
let file: string;
beforeAll(async () => {
  line = await openCommandLine();
  file = join(line.home, 'redrive.yaml');
});
afterAll(() => line.close());

const apply = async (text: string, ...args: readonly string[]) => {
  await writeFile(file, `redrive: 1\n${text}`);
  return line.redrive(['apply', '-f', file, '--source', GIT, ...args]);
};
const managed = async () => {
  const { out } = await line.redrive(['managed', 'list', '--json']);
  return (JSON.parse(out) as { items: { kind: string; name: string; source: string; override: unknown }[] }).items;
};

const ORDERS = 'topics: { orders: {} }\ngroups: { billing: { maxRetries: 5 } }\n';

test('what a file made is managed by it, and what was there before too', async () => {
  await line.redrive(['topics', 'create', 'orders']);
  const planned = await apply(ORDERS, '--dry-run');
  expect(planned).toMatchObject({ code: 0, err: '' });
  expect(planned.out).toContain(`Planned: 1 change, 1 entry to be managed by ${GIT}. Nothing was changed.`);
  expect(await managed()).toEqual([]);
  expect(await apply(ORDERS, '--yes')).toMatchObject({ code: 0, err: '' });
  expect(await managed()).toMatchObject([
    { kind: 'group', name: 'billing', source: GIT, override: null },
    { kind: 'topic', name: 'orders', source: GIT, override: null },
  ]);
  expect((await apply(ORDERS, '--dry-run')).out).toBe('The server is as the file says.\n');
});

test('the server refuses another change in one sentence, takes it with a reason, and apply names it', async () => {
  const change = ['groups', 'put', 'billing', '--version', '1', '--max-retries', '16'];
  const refused = await line.redrive(change);
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(
    /^The group billing is managed by git\. Change it in https:\/\/git\.example\/ops\. To change it here anyway, send/,
  );
  const made = await line.redrive([...change, '--override', 'the consumer is stuck']);
  expect(made).toMatchObject({ code: 0, err: '' });
  const drifted = await apply(ORDERS, '--dry-run');
  expect(drifted.out).toMatch(
    /maxRetries 16 → 5\n {4}Changed here by test admin at \S+ \S+Z: the consumer is stuck\. This is changed/,
  );
  const audit = await line.api.broker.database.store.console.query<{ action: string; reason: string }>(
    "SELECT action, reason FROM audit WHERE target = 'billing' ORDER BY audit_id DESC LIMIT 1",
  );
  expect(audit.rows).toEqual([{ action: 'group.override', reason: 'the consumer is stuck' }]);
  expect(await apply(ORDERS, '--yes')).toMatchObject({ code: 0, err: '' });
  expect((await managed())[0]).toMatchObject({ name: 'billing', override: null });
});

test('a change that was undone here is noted as managed again', async () => {
  const put = (version: string, retries: string) =>
    line.redrive(['groups', 'put', 'billing', '--version', version, '--max-retries', retries, '--override', 'a test']);
  expect((await put('3', '9')).code).toBe(0);
  expect((await put('4', '5')).code).toBe(0);
  const planned = await apply(ORDERS, '--dry-run');
  expect(planned.out).toContain('= group billing is as the file says. Changed here by');
  await apply(ORDERS, '--yes');
  expect((await managed())[0]).toMatchObject({ override: null });
});

test('--prune removes what the file managed, and nothing else', async () => {
  await apply('topics: { orders: {}, old: {} }\n', '--yes');
  await line.redrive(['topics', 'create', 'by-hand']);
  const kept = await apply('topics: { orders: {} }\n', '--dry-run');
  expect(kept.out).toContain(`1 topic that ${GIT} managed (--prune removes them).`);
  expect(kept.out).toContain('1 topic that no file manages (--prune-unmanaged removes them).');
  expect(await apply('topics: { orders: {} }\n', '--prune', '--yes')).toMatchObject({ code: 0, err: '' });
  expect((await line.redrive(['topics', 'get', 'old'])).code).toBe(1);
  expect((await line.redrive(['topics', 'get', 'by-hand'])).code).toBe(0);
  expect((await managed()).map(({ name }) => name)).toEqual(['billing', 'orders']);
});

test('two files do not undo each other: one takes over only with --take-over', async () => {
  const other = ['--source', 'other.yaml'];
  // Nothing differs: nothing to decide.
  expect(await apply('topics: { orders: {} }\n', ...other, '--yes')).toMatchObject({ code: 0, err: '' });
  const refused = await apply('groups: { billing: { maxRetries: 6 } }\n', ...other, '--yes');
  expect(refused.code).toBe(1);
  expect(refused.out).toContain(`It is managed by ${GIT}: --take-over lets other.yaml manage it.`);
  expect(refused.err).toContain('Nothing was changed.');
  const body = { source: 'other.yaml', entries: [{ kind: 'topic', name: 'orders' }] };
  expect((await line.redrive(['managed', 'mark', '--data', JSON.stringify(body)])).err).toContain('not by other.yaml');
  expect(await apply('topics: { orders: {} }\n', ...other, '--take-over', '--yes')).toMatchObject({ code: 0, err: '' });
  expect((await managed()).map(({ name, source }) => [name, source])).toEqual([
    ['billing', GIT],
    ['orders', 'other.yaml'],
  ]);
});

test('--release gives everything of a file back to the console', async () => {
  expect((await apply(ORDERS, '--release')).code).toBe(2);
  const released = await apply(ORDERS, '--release', '--yes');
  expect(released.out).toBe(`No longer managed by ${GIT}: 1 entry. Nothing else was changed.\n`);
  const { code } = await line.redrive(['groups', 'put', 'billing', '--version', '5', '--max-retries', '7']);
  expect(code).toBe(0);
});

test('secrets of alarm channels are references, and teams have members', async () => {
  const text = (secret: string) => `alarmChannels:
  ops: { kind: webhook, config: { url: "https://hook.example/x" }, enabled: false, secret: "${secret}" }
teams:
  Orders: { prefixes: [orders-], members: [{ kind: oidc-group, name: orders, role: viewer }] }
`;
  expect((await apply(text('hunter2'), '--yes')).err).toContain('secret must be a reference like ${env:OPS_SECRET}');
  const missing = await apply(text('${env:OPS_SECRET}'), '--yes');
  expect(missing.out).toContain('refused: The environment variable OPS_SECRET is not set.');
  const env = { OPS_SECRET: 'a-signing-key-of-32-characters-xx' };
  await writeFile(file, `redrive: 1\n${text('${env:OPS_SECRET}')}`);
  const made = await line.redrive(['apply', '-f', file, '--source', GIT, '--yes'], env);
  expect(made).toMatchObject({ code: 0, err: '' });
  const exported = await line.redrive(['export']);
  expect(exported.out).toContain('url: https://hook.example/x');
  expect(exported.out).not.toContain('secret');
  expect(exported.out).not.toContain(env.OPS_SECRET);
  expect((await apply(exported.out.replace('redrive: 1\n', ''), '--dry-run')).code).toBe(0);

  const changed = text('${env:OPS_SECRET}')
    .replace('role: viewer', 'role: owner')
    .replace('[orders-]', '[orders-, pay-]');
  await writeFile(file, `redrive: 1\n${changed}`);
  expect((await line.redrive(['apply', '-f', file, '--source', GIT, '--yes'])).code).toBe(0);
  const { out } = await line.redrive(['teams', 'list', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    items: [{ name: 'Orders', prefixes: ['orders-', 'pay-'], members: [{ name: 'orders', role: 'owner' }] }],
  });
  expect((await managed()).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'alarm-channel ops',
    'team Orders',
    'topic orders',
  ]);
});
