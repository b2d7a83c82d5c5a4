import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openApiDocument } from '../../console/api/openapi';
import { apiRoutes } from '../../console/api/routes';
import { findFreePort } from '../../runtime/postgres/free-port';
import { addBacklog, startAttachedFake } from '../../testing/cluster/attached';
import { type CommandLine, openCommandLine } from '../../testing/command-line';
import { expectMadePart, markdownTable } from '../../testing/docs/made-part';

interface Field {
  readonly flag: string;
}

interface Command {
  readonly words: string;
  readonly summary: string;
  readonly ownId?: string;
  readonly clusterId?: string;
  readonly fields: readonly Field[];
}

/** Scripts: the compiler does not read them. */
const load = async <T>(name: string): Promise<T> => (await import(new URL(name, import.meta.url).href)) as T;
const { commandsOf, COMMON } = await load<{ commandsOf: (document: unknown) => Command[]; COMMON: object }>(
  'commands.mjs',
);
const { usageOf } = await load<{ usageOf: (command: Command) => string }>('arguments.mjs');
const { MADE } = await load<{ MADE: Command[] }>('made.mjs');

const hasTerminals = spawnSync('script', ['--version']).status === 0;
const document = openApiDocument(apiRoutes, '/api/v1');
const commands = commandsOf(document);

describe('the commands', () => {
  test('every operation of the document has one, and no two are the same', () => {
    const paths = Object.values(document['paths'] as Record<string, Record<string, { operationId: string }>>);
    const operations = paths.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    const ids = commands.flatMap(({ ownId, clusterId }) => [ownId, clusterId]).filter((id) => id !== undefined);
    expect(ids.toSorted()).toEqual(operations.toSorted());
    const words = [...commands, ...MADE].map((command) => command.words);
    expect(new Set(words).size).toBe(words.length);
    for (const { words: each } of commands) expect(each).toMatch(/^[a-z-]+ [a-z-]+$/);
  });

  test('none has the name of a command of this machine', () => {
    const file = readFileSync(new URL('../redrive.mjs', import.meta.url), 'utf8');
    const local = [...file.matchAll(/^  '?([a-z-]+)'?: (?:\{$|\{ says)/gm)].map(([, name = '']) => name);
    expect(local).toContain('doctor');
    const resources = new Set([...commands, ...MADE].map(({ words }) => words.split(' ')[0] ?? ''));
    expect(local.filter((name) => resources.has(name))).toEqual([]);
  });

  test('no flag has two meanings', () => {
    for (const { words, fields } of commands) {
      const flags = fields.map(({ flag }) => flag);
      expect({ words, twice: flags.filter((flag, at) => flags.indexOf(flag) !== at) }).toEqual({ words, twice: [] });
      expect({ words, common: flags.filter((flag) => flag in COMMON) }).toEqual({ words, common: [] });
    }
  });

  test('are listed in the documentation', async () => {
    const rows = [
      ...commands.map((command) => [
        `\`${usageOf(command).replace(/ --.*| \[options\]$/, '')}\``,
        `${command.summary}${command.ownId === undefined ? ' (attached clusters)' : ''}`,
      ]),
      ...MADE.map(({ words, summary }) => [`\`redrive ${words}\``, summary]),
    ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
    const cells = rows.map((row) => row.map((text) => text.replaceAll('|', '\\|')));
    await expectMadePart(
      'integrate/command-line.md',
      'lib/cli/remote/commands.db.test.ts',
      markdownTable([['Command', 'What it does'], ...cells]),
    );
  });
});

describe('against a server', () => {
  let line: CommandLine;
  let redrive: CommandLine['redrive'];
  beforeAll(async () => {
    line = await openCommandLine();
    ({ redrive } = line);
  });
  afterAll(() => line.close());

  test('creates, reads as a table and as JSON, and changes with a reason', async () => {
    expect(await redrive(['topics', 'create', 'orders', '--type', 'FIFO', '--queues', '2'])).toMatchObject({
      code: 0,
      err: '',
    });
    expect((await redrive(['groups', 'put', 'orders-billing', '--max-retries', '3'])).code).toBe(0);
    const { out } = await redrive(['topics', 'list']);
    expect(out).toMatch(/^NAME +TYPE +QUEUES +CREATED AT\norders +FIFO +2 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ\n$/);
    const json = await redrive(['topics', 'list', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ items: [{ name: 'orders', type: 'FIFO', queues: 2 }] });
    const paused = await redrive(['groups', 'pause', 'orders-billing', '--reason', 'a bug in 2.4.1', '--json']);
    expect(JSON.parse(paused.out)).toMatchObject({ changed: true, paused: { reason: 'a bug in 2.4.1' } });
    const file = join(line.home, 'group.json');
    await writeFile(file, JSON.stringify({ maxRetries: 5, description: 'Invoices' }));
    const made = await redrive(['groups', 'put', 'other', '--file', file, '--max-retries', '7', '--json']);
    expect(JSON.parse(made.out)).toMatchObject({ description: 'Invoices', maxRetries: 7, created: true });
    // Each command asked for the document, and only the first one got it.
    expect(line.notChanged()).toBeGreaterThanOrEqual(5);
  });

  test('what the API refuses ends with 1 and its sentence', async () => {
    const refused = await redrive(['topics', 'create', 'many', '--queues', '65']);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/queues.*64.*65/);
    expect(await redrive(['groups', 'get', 'nothing'])).toMatchObject({ code: 1 });
    expect((await redrive(['groups', 'list'], { REDRIVE_TOKEN: 'wrong' })).code).toBe(1);
    const closed = `http://127.0.0.1:${await findFreePort('127.0.0.1')}`;
    const gone = await redrive(['groups', 'list'], { REDRIVE_SERVER: closed });
    expect(gone.code).toBe(1);
    expect(gone.err).toContain(`Cannot reach ${closed}`);
  });

  test.each([
    [['groups', 'lst'], 'Did you mean "redrive groups list"?'],
    [['group', 'list'], 'Did you mean "redrive groups list"?'],
    [['groups', 'put', 'a', '--max-retires', '3'], 'Did you mean --max-retries?'],
    [['groups', 'put', 'a', '--max-retries', 'three'], '--max-retries must be a number (got three).'],
    [['groups', 'get'], '<group> is missing. Usage: redrive groups get <group>'],
    [['groups', 'get', 'a', 'b'], 'takes 1 name, not "b"'],
    [
      ['topics', 'create', 'a', '--type', 'QUICK'],
      '--type must be one of NORMAL, FIFO, DELAY, TRANSACTION, PRIORITY, LITE (got QUICK).',
    ],
    [['topics', 'create', 'a', '--data', '{'], '--data must be JSON'],
    [['topics', 'delete', 'orders'], 'confirm it with --yes'],
    [['brokers', 'list'], 'name it with --workspace'],
    [['groups', 'list', '--profile', 'none'], 'Profile "none" does not exist.'],
  ])('wrong usage ends with 2: %j', async (argv, says) => {
    const { code, err } = await redrive(argv);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) as string });
  });

  test('a lost answer of a change ends with 3 and says how to find out', async () => {
    line.loseAnswers(true);
    try {
      const lost = await redrive(['groups', 'put', 'orders-mail', '--max-retries', '4']);
      expect(lost.code).toBe(3);
      expect(lost.err).toContain('To find out: redrive groups get orders-mail');
      const run = await redrive(['redrive', 'start', 'orders-mail', '--all', '--reason', 'test']);
      expect(run.code).toBe(3);
      expect(run.err).toMatch(/again with --request-id [0-9a-f-]{36}/);
    } finally {
      line.loseAnswers(false);
    }
    expect((await redrive(['groups', 'get', 'orders-mail'])).out).toMatch(/max retries: +4\n/);
  });

  test('what cannot be undone needs --yes without a terminal', async () => {
    expect((await redrive(['topics', 'delete', 'orders', '--dry-run'])).code).toBe(0);
    expect((await redrive(['topics', 'delete', 'orders', '--yes', '--confirm', 'orders'])).code).toBe(0);
    expect((await redrive(['topics', 'get', 'orders'])).code).toBe(1);
  });

  test.skipIf(!hasTerminals)('a terminal asks for the name of what cannot be undone', async () => {
    expect((await redrive(['topics', 'create', 'returns'])).code).toBe(0);
    const mistyped = await redrive(['topics', 'delete', 'returns'], {}, 'orders\n');
    expect(mistyped.code).toBe(1);
    expect(mistyped.out).toContain('Type "returns" to continue');
    expect(mistyped.out).toContain('Not confirmed: nothing was changed.');
    expect((await redrive(['topics', 'delete', 'returns'], {}, 'returns\n')).code).toBe(0);
    expect((await redrive(['topics', 'get', 'returns'])).code).toBe(1);
  });

  test('plans a re-drive and changes nothing, and tail prints what comes', async () => {
    const plan = await redrive(['redrive', 'plan', 'other', '--all', '--json']);
    expect(plan).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(plan.out)).toMatchObject({ dryRun: true, matched: 0 });
    expect((await redrive(['tail'])).code).toBe(2);
    expect((await redrive(['topics', 'create', 'shipments'])).code).toBe(0);
    let isOver = false;
    const tail = redrive(['tail', '--topic', 'shipments', '--count', '1', '--json']).finally(() => (isOver = true));
    // The first of them that comes after its first read ends it.
    while (!isOver)
      expect((await redrive(['messages', 'send', 'shipments', '--body', 'one', '--reason', 'test'])).code).toBe(0);
    const { code, out } = await tail;
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ topic: 'shipments', bodyBytes: 3 });
  });

  test('an attached cluster: attached, read, changed where it allows changes', { tags: ['landing'] }, async () => {
    const fake = await startAttachedFake();
    try {
      for (const broker of fake.brokers.values()) {
        broker.addGroup('payments');
        addBacklog(broker, 'payments', 'orders');
      }
      const cluster = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
      expect((await redrive(['clusters', 'put', 'eu-test', '--data', JSON.stringify(cluster)])).code).toBe(0);
      const within = { REDRIVE_WORKSPACE: 'eu-test' };
      const { out } = await redrive(['groups', 'list', '--workspace', 'eu-test']);
      expect(out).toMatch(/\npayments +/);
      expect(out).not.toContain('orders-billing');
      expect((await redrive(['brokers', 'list'], within)).out).toContain('broker-b');
      // What belongs to no cluster is where it always is.
      expect((await redrive(['clusters', 'list'], within)).out).toContain('eu-test');
      const made = await redrive(['topics', 'create', 'refunds', '--queues', '2', '--reason', 'test'], within);
      expect(made).toMatchObject({ code: 0, err: '' });
      expect((await redrive(['topics', 'list'], within)).out).toContain('refunds');
      expect((await redrive(['topics', 'list'])).out).not.toContain('refunds');
      const detached = ['clusters', 'delete', 'eu-test', '--version', '1', '--yes'];
      expect(await redrive(detached)).toMatchObject({ code: 0, err: '' });
    } finally {
      await fake.close();
    }
  });

  test.skipIf(!hasTerminals)('a terminal is asked for the token', async () => {
    const own = { REDRIVE_TOKEN: '', REDRIVE_SERVER: '', XDG_CONFIG_HOME: join(line.home, 'asked') };
    const token = line.api.tokens.get('viewer') ?? '';
    const { code, out } = await redrive(['login', '--server', line.url], own, `${token}\n`);
    expect(code).toBe(0);
    expect(out).toContain('API token: ');
    expect((await redrive(['groups', 'list'], own)).code).toBe(0);
  });

  test('login checks and stores the token, for its server alone', async () => {
    const bare = { REDRIVE_SERVER: '', XDG_CONFIG_HOME: join(line.home, 'own') };
    const wrong = await redrive(['login', '--server', line.url], { ...bare, REDRIVE_TOKEN: 'wrong' });
    expect(wrong.code).toBe(1);
    expect((await redrive(['login', '--server', line.url, '--profile', 'here'], bare)).code).toBe(0);
    expect((await stat(join(line.home, 'own', 'redrive', 'config.json'))).mode & 0o777).toBe(0o600);
    expect((await redrive(['groups', 'list'], { ...bare, REDRIVE_TOKEN: '' })).out).toContain('orders-billing');
    const elsewhere = line.url.replace('127.0.0.1', 'localhost');
    const other = await redrive(['groups', 'list', '--server', elsewhere], { ...bare, REDRIVE_TOKEN: '' });
    expect(other.code).toBe(1);
  });

  test('help, completion and an attached cluster that does not exist', { tags: ['landing'] }, async () => {
    expect((await redrive(['commands'])).out).toContain('groups pause');
    const { out } = await redrive(['help', 'groups', 'pause']);
    expect(out).toContain('Pause a group: nothing is delivered until it is resumed.');
    expect(out).toContain('Usage: redrive groups pause <group> --reason <string> [options]');
    expect((await redrive(['complete', 'groups', ''])).out.split('\n')).toContain('reset-offset');
    expect((await redrive(['complete', 'topics', 'create', 'a', '--type', ''])).out).toBe(
      'NORMAL\nFIFO\nDELAY\nTRANSACTION\nPRIORITY\nLITE\n',
    );
    const names = async (...typed: readonly string[]) => (await redrive(['complete', ...typed])).out.split('\n');
    expect(await names('groups', 'get', 'ord')).toContain('orders-billing');
    expect(await names('messages', 'find', '--topic', '')).toContain('shipments');
    expect(await names('groups', 'get', 'orders-billing', '')).not.toContain('orders-billing');
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await redrive(['completion', shell])).out).toContain('redrive complete');
    const cluster = await redrive(['groups', 'list', '--workspace', 'eu-prod']);
    expect(cluster.code).toBe(1);
    expect(cluster.err).toContain('eu-prod');
  });

  test(
    'speaks the language of the environment or of --lang; answers, server errors and exit codes stay',
    { tags: ['landing'] },
    async () => {
      const japanese = await redrive(['help', 'groups', 'pause'], { LANG: 'ja_JP.UTF-8' });
      expect(japanese.out).toMatch(
        /^グループを一時停止します。再開するまで何も配信されません。\n\n使い方：redrive groups pause <group>/,
      );
      expect(japanese.out).toContain('APIの応答をそのまま出力します');
      // LC_ALL comes first, and --lang before it.
      const chinese = await redrive(['commands'], { LC_ALL: 'zh_CN.UTF-8', LANG: 'ja_JP.UTF-8' });
      expect(chinese.out).toMatch(/^ +groups pause +暂停分组：恢复之前不投递任何消息$/m);
      const english = await redrive(['--lang', 'en', 'help', 'groups', 'pause'], { LC_ALL: 'zh_CN.UTF-8' });
      expect(english.out).toMatch(/^Pause a group: .*\.\n\nUsage: redrive groups pause/);
      const wrong = await redrive(['groups', 'lst', '--lang=ja']);
      expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('"redrive groups list"ではありませんか？') });
      const refused = await redrive(['groups', 'get', 'nothing', '--lang', 'zh']);
      expect(refused).toMatchObject({ code: 1, err: (await redrive(['groups', 'get', 'nothing'])).err });
      const json = await redrive(['topics', 'list', '--json', '--lang', 'ja']);
      expect(json.out).toBe((await redrive(['topics', 'list', '--json'])).out);
      const unknown = await redrive(['groups', 'list', '--lang', 'tlh']);
      expect(unknown).toMatchObject({ code: 2, err: '--lang must be one of en, zh-CN, ja (got tlh).\n' });
    },
  );

  test('every command has its summary in each catalogue', () => {
    for (const language of ['zh-CN', 'ja']) {
      const catalogue = JSON.parse(readFileSync(`lib/language/${language}/cli.json`, 'utf8')) as Record<string, string>;
      const missing = [...commands, ...MADE].map(({ summary }) => summary).filter((one) => !catalogue[one]);
      expect({ language, missing }).toEqual({ language, missing: [] });
    }
  });
});
