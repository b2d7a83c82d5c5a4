import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

import { configFile } from '../../../console/api/config-schema';
import { startAttachedFake } from '../../../testing/cluster/attached';
import { type CommandLine, openCommandLine } from '../../../testing/command-line';

let line: CommandLine;
let file: string;
beforeAll(async () => {
  line = await openCommandLine();
  file = join(line.home, 'redrive.yaml');
});
afterAll(() => line.close());

const apply = async (text: string, ...args: readonly string[]) => {
  await writeFile(file, text);
  return line.redrive(['apply', '-f', file, ...args]);
};

const WHOLE = `redrive: 1
topics:
  orders: { type: FIFO, queues: 2 }
groups:
  orders-billing: { maxRetries: 16, deliveryOrder: concurrent, retryPolicy: { type: fixed, intervalMs: 5000 } }
limits:
  - { kind: send-rate, scope: topic, subject: orders, hard: 100 }
alarmRules:
  - { watch: backlog, subject: orders-billing, threshold: 1000, windowMs: 0, forMs: 60000, clearBelow: 500,
      clearForMs: 60000, severity: warning, onUnknown: hold, unknownForMs: 0, repeatMs: 0, channels: null,
      enabled: true }
producerRetry: { maxAttempts: 5 }
masking: { rules: [] }
`;

test('what a file names is made, and a second time there is nothing to do', async () => {
  const planned = await apply(WHOLE, '--dry-run');
  expect(planned).toMatchObject({ code: 0, err: '' });
  expect(planned.out).toContain('+ topic orders: type FIFO, queues 2\n');
  expect(planned.out).toContain('Nothing was changed.');
  expect((await line.redrive(['topics', 'get', 'orders'])).code).toBe(1);
  expect((await apply(WHOLE)).code).toBe(2);

  const made = await apply(WHOLE, '--yes', '--reason', 'first setup');
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/\n\d+ changes made\.\nManaged by redrive\.yaml from now on: 1 entry more\.\n$/);
  const again = await apply(WHOLE, '--yes');
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toContain('The server is as the file says.');
});

test('what is exported is what is there, and applies to itself without a change', async () => {
  const exported = await line.redrive(['export']);
  expect(exported).toMatchObject({ code: 0, err: '' });
  expect(parse(exported.out)).toMatchObject({
    redrive: 1,
    topics: { orders: { type: 'FIFO', queues: 2 } },
    groups: { 'orders-billing': { maxRetries: 16, retryPolicy: { type: 'fixed', intervalMs: 5000 } } },
    limits: [{ kind: 'send-rate', scope: 'topic', subject: 'orders', hard: 100 }],
    producerRetry: { maxAttempts: 5 },
    deadLetterRetention: { keepHours: null },
  });
  const same = await apply(exported.out, '--dry-run');
  expect(same).toMatchObject({ code: 0, err: '' });
  expect(same.out).toMatch(/^The server is as the file says\.\nPlanned: \d entr\S+ to be managed by redrive\.yaml\./);
});

test('the schema of the file allows what is exported, and nothing that apply refuses', async () => {
  const { out } = await line.redrive(['export']);
  expect(out.split('\n')[0]).toBe(`# yaml-language-server: $schema=${line.url}/api/v1/config.schema.json`);
  expect(configFile.safeParse(parse(out)).error).toBeUndefined();
  expect(configFile.safeParse({ redrive: 1, groups: { a: { maxRetrys: 1 } } }).success).toBe(false);
  expect(configFile.safeParse(parse(WHOLE)).error).toBeUndefined();
  const { out: schema } = await line.redrive(['schema']);
  expect(JSON.parse(schema)).toMatchObject({ properties: { redrive: { const: 1 }, groups: { type: 'object' } } });
  expect(Object.keys((JSON.parse(schema) as { properties: object }).properties).toSorted()).toEqual(
    Object.keys(parse(out) as object).toSorted(),
  );
});

test('alarm channels are read once, however many rules there are', async () => {
  const rules = ['backlog', 'dead-letters'].map(
    (watch) =>
      `  - { watch: ${watch}, subject: null, threshold: 9, windowMs: 0, forMs: 60000, clearBelow: 5, clearForMs: 60000,
      severity: warning, onUnknown: hold, unknownForMs: 0, repeatMs: 0, channels: [], enabled: true }`,
  );
  const before = line.requests.length;
  const made = await apply(`redrive: 1\nalarmRules:\n${rules.join('\n')}\n`, '--yes');
  expect(made).toMatchObject({ code: 0, err: '' });
  const asked = line.requests.slice(before).filter((each) => each === 'GET /api/v1/alarm-channels');
  expect(asked).toHaveLength(1);
});

test('a channel whose defaults the server fills in is as the file says after one run', async () => {
  const text = `redrive: 1
alarmChannels:
  on-call: { kind: pagerduty, config: {}, secret: '\${env:ON_CALL_KEY}' }
  desk: { kind: opsgenie, config: {}, secret: '\${env:ON_CALL_KEY}' }
  post: { kind: slack, config: { language: en }, secret: '\${env:POST_URL}' }
  mail: { kind: email, config: { host: smtp.example.com, from: ops@example.com, to: [ana@example.com] } }
`;
  const secrets = { ON_CALL_KEY: 'k'.repeat(32), POST_URL: 'https://hooks.slack.com/services/T000/B000/secret' };
  await writeFile(join(line.home, 'redrive.yaml'), text);
  const run = (): ReturnType<typeof line.redrive> =>
    line.redrive(['apply', '-f', join(line.home, 'redrive.yaml'), '--yes'], secrets);
  expect(await run()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('+ alarm channel on-call') });
  expect(await run()).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('The server is as the file says'),
  });
});

test('what is removed from the config of a channel gets the default of the server', async () => {
  const mail = (more: string) => `redrive: 1
alarmChannels:
  desk-mail: { kind: email, config: { host: smtp.example.com, from: a@example.com, to: [b@example.com]${more} } }
`;
  const configNow = async (): Promise<object> => {
    const { out } = await line.redrive(['alarm-channels', 'list', '--json']);
    const { items } = JSON.parse(out) as { items: { name: string; config: object }[] };
    return items.find(({ name }) => name === 'desk-mail')?.config ?? {};
  };
  expect(await apply(mail(', port: 465, security: tls, language: ja'), '--yes')).toMatchObject({ code: 0, err: '' });
  expect(await configNow()).toMatchObject({ port: 465, security: 'tls', language: 'ja' });
  const planned = await apply(mail(''), '--dry-run');
  expect(planned.out).toContain('~ alarm channel desk-mail: config ');
  expect(await apply(mail(''), '--yes')).toMatchObject({ code: 0, err: '' });
  const now = await configNow();
  expect(now).toMatchObject({ port: 587, security: 'starttls' });
  expect(now).not.toHaveProperty('language');
  expect((await apply(mail(''), '--yes')).out).toContain('The server is as the file says');
});

test('a change is said in words, from what to what, and only what is named changes', async () => {
  const text = 'redrive: 1\ngroups:\n  orders-billing: { maxRetries: 5 }\n';
  const planned = await apply(text, '--dry-run');
  expect(planned.out).toContain('~ group orders-billing: maxRetries 16 → 5\n');
  expect((await apply(text, '--yes')).code).toBe(0);
  const { out } = await line.redrive(['groups', 'get', 'orders-billing', '--json']);
  expect(JSON.parse(out)).toMatchObject({ maxRetries: 5, retryPolicy: { type: 'fixed', intervalMs: 5000 } });
});

test('what the file does not name stays, and --prune-unmanaged removes it where it is empty', async () => {
  await line.redrive(['topics', 'create', 'left-over']);
  const text = 'redrive: 1\ntopics:\n  orders: {}\n';
  const kept = await apply(text, '--yes');
  expect(kept.out).toContain(
    'Not in the file, and left unchanged: 1 topic that no file manages (--prune-unmanaged removes them).',
  );
  expect((await line.redrive(['topics', 'get', 'left-over'])).code).toBe(0);
  const pruned = await apply(text, '--prune-unmanaged', '--yes');
  expect(pruned).toMatchObject({ code: 0, err: '' });
  expect(pruned.out).toContain('- topic left-over');
  expect((await line.redrive(['topics', 'get', 'left-over'])).code).toBe(1);
});

test('a file with a mistake changes nothing and says where it is', async () => {
  const cases = [
    ['groups:\n  a: { maxRetries: 1 }\n', 'must say "redrive: 1"'],
    ['redrive: 1\ngroup:\n  a: {}\n', 'Did you mean "groups"?'],
    [
      'redrive: 1\ngroups:\n  a: { maxRetrys: 1 }\n',
      'groups.a.maxRetrys is not known here. Did you mean "maxRetries"?',
    ],
    ['redrive: 1\ntopics: [a]\n', 'topics must be a mapping of names to settings.'],
    ['redrive: 1\nlimits:\n  - { scope: topic }\n', 'limits[0].kind is missing.'],
    ['redrive: 1\ntopics: {', 'is not YAML'],
    ['redrive: 1\ntopics: *none\n', 'redrive.yaml is not YAML: Unresolved alias'],
    [
      'redrive: 1\ntopics: { made: {} }\ngroups:\n  a.b: { deliveryOrder: FIFO }\n',
      'groups["a.b"].deliveryOrder must be one of concurrent, ordered (got "FIFO").',
    ],
    ['redrive: 1\ngroups: { a: { maxRetries: "16" } }\n', 'groups.a.maxRetries must be of the type number (got "16").'],
    [
      'redrive: 1\ngroups: { a: { retryPolicy: { type: slow } } }\n',
      'groups.a.retryPolicy.type must be one of stepped, exponential, customized, fixed (got "slow").',
    ],
    ['redrive: 1\ngroups: { a: { retryPolicy: { type: fixed } } }\n', 'groups.a.retryPolicy.intervalMs is missing.'],
    ['redrive: 1\nproducerRetry: { maxAttempts: [1] }\n', 'producerRetry.maxAttempts must be of the type number'],
  ];
  for (const [text = '', says = ''] of cases) {
    const { code, err } = await apply(text, '--yes');
    expect({ text, code, err }).toMatchObject({ code: 2, err: expect.stringContaining(says) });
  }
});

test('what the server refuses is known before anything is made, or says what was made before it', async () => {
  const refused = await apply(
    'redrive: 1\ntopics: { early: {} }\ngroups: { orders-billing: { maxRetries: -1 } }\n',
    '--yes',
  );
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('Nothing was changed.');
  expect((await line.redrive(['topics', 'get', 'early'])).code).toBe(1);
  const type = await apply('redrive: 1\ntopics: { early: {}, orders: { type: NORMAL } }\n', '--dry-run');
  expect(type).toMatchObject({
    code: 1,
    out: expect.stringContaining('refused: The type of the topic orders') as string,
  });

  const partly = await apply('redrive: 1\ntopics: { early: {}, wide: { queues: 65 }, late: {} }\n', '--yes');
  expect(partly.code).toBe(1);
  expect(partly.err).toMatch(/^topic wide: .*64.* Made before it: topic early\. Not made: the 1 change after it\./);
  expect((await line.redrive(['topics', 'get', 'early'])).code).toBe(0);
});

test('the expiration of lite topics is exported, made with its topic, and never changed', async () => {
  const of = (minutes: number) =>
    `redrive: 1\ntopics: { sessions: { type: LITE, queues: 2, liteExpirationMinutes: ${minutes} } }\n`;
  const made = await apply(of(60), '--yes');
  expect(made).toMatchObject({ code: 0, err: '' });
  const exported = parse((await line.redrive(['export'])).out) as { topics: object };
  expect(exported.topics).toMatchObject({ sessions: { type: 'LITE', queues: 2, liteExpirationMinutes: 60 } });
  expect(exported.topics).toHaveProperty('orders', { type: 'FIFO', queues: 2 });
  expect(configFile.safeParse(exported).error).toBeUndefined();
  expect((await apply(of(60), '--dry-run')).out).toContain('The server is as the file says.');
  const refused = await apply(of(90), '--dry-run');
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('liteExpirationMinutes 60 → 90') as string });
  expect(refused.out).toContain('refused: liteExpirationMinutes of the topic sessions cannot be changed');
});

test('a reader cannot apply, and an attached cluster has topics and groups', async () => {
  await writeFile(file, 'redrive: 1\ntopics: { readers: {} }\n');
  const reader = { REDRIVE_TOKEN: line.api.tokens.get('viewer') ?? '' };
  expect(await line.redrive(['apply', '-f', file, '--yes'], reader)).toMatchObject({ code: 1 });

  const fake = await startAttachedFake();
  try {
    const cluster = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
    expect((await line.redrive(['clusters', 'put', 'bank', '--data', JSON.stringify(cluster)])).code).toBe(0);
    const exported = await line.redrive(['export', '--workspace', 'bank']);
    expect(exported).toMatchObject({ code: 0, err: '' });
    expect(Object.keys(parse(exported.out) as object)).toEqual(['redrive', 'topics', 'groups', 'alarmRules']);
    expect((await apply('redrive: 1\nlimits: []\n', '--workspace', 'bank')).err).toContain(
      'limits belongs to the installation, not to an attached cluster: leave out --workspace.',
    );
  } finally {
    await fake.close();
  }
});

test('alarm settings of RocketMQ Dashboard become alarm rules of a cluster', async () => {
  const settings = join(line.home, 'consumerMonitorConfig.json');
  const groups = { billing: { minCount: 3, maxDiffTotal: 1_000 }, mails: { minCount: 0, maxDiffTotal: 0 } };
  await writeFile(settings, JSON.stringify(groups));
  // No server is asked.
  const made = await line.redrive(['from-dashboard', settings], { REDRIVE_SERVER: 'http://127.0.0.1:1' });
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain('# billing: minCount is 3; this rule fires when no client is connected for 2 minutes\n');
  const { alarmRules } = configFile.parse(parse(made.out));
  expect(alarmRules?.map(({ watch, subject, threshold }) => [watch, subject, threshold])).toEqual([
    ['backlog', 'billing', 1_000],
    ['no-consumer', 'billing', 120],
  ]);
  const fake = await startAttachedFake();
  try {
    for (const broker of fake.brokers.values()) for (const name of ['billing', 'mails']) broker.addGroup(name);
    const cluster = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
    expect((await line.redrive(['clusters', 'put', 'from', '--data', JSON.stringify(cluster)])).code).toBe(0);
    // A console that runs notes the groups of a cluster by itself.
    expect((await line.redrive(['groups', 'list', '--workspace', 'from'])).code).toBe(0);
    const applied = await apply(made.out, '--workspace', 'from', '--yes');
    expect(applied).toMatchObject({ code: 0, err: '' });
    expect(applied.out).toContain('+ alarm rule backlog billing');

    // RocketMQ Dashboard keeps the settings of a group that was deleted.
    const names = ['billing', 'deleted', 'mails'];
    const kept = Object.fromEntries(names.map((name) => [name, { minCount: 0, maxDiffTotal: 500 }]));
    await writeFile(settings, JSON.stringify(kept));
    const { out } = await line.redrive(['from-dashboard', settings]);
    const partly = await apply(out, '--workspace', 'from', '--yes');
    expect(partly).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Skipped, because the topic or group does not exist: alarm rule backlog deleted\. /),
    });
    expect(partly.out).toContain('Skipped: alarm rule backlog deleted. ');
    expect(partly.out).toContain('\nMade: alarm rule backlog mails\n');
    expect(partly.out).toContain('\n2 changes made.\n');
    const { out: rules } = await line.redrive(['alarm-rules', 'list', '--workspace', 'from', '--json']);
    const { items } = JSON.parse(rules) as { items: { subject: string | null; threshold: number }[] };
    const backlogs = items.filter(({ subject, threshold }) => subject !== null && threshold === 500);
    expect(new Set(backlogs.map(({ subject }) => subject))).toEqual(new Set(['billing', 'mails']));
    expect((await apply(out, '--workspace', 'from', '--yes')).out).not.toContain('Made: ');
  } finally {
    await fake.close();
  }

  const odd = { broken: null, billing: { minCount: '1', maxDiffTotal: 9 } };
  await writeFile(settings, JSON.stringify(odd));
  const [withOdd, inJapanese] = [
    await line.redrive(['from-dashboard', settings]),
    await line.redrive(['from-dashboard', settings, '--lang', 'ja']),
  ];
  const skips = [
    'Skipped: broken, because its settings must be an object (got null).',
    'Skipped: minCount of billing, because it must be a whole number (got "1").',
  ];
  expect(withOdd).toMatchObject({ code: 0, err: `${skips.join('\n')}\n` });
  for (const skip of skips) expect(withOdd.out).toContain(`# ${skip}\n`);
  const { alarmRules: ofOdd } = configFile.parse(parse(withOdd.out));
  expect(ofOdd?.map(({ watch, subject }) => [watch, subject])).toEqual([['backlog', 'billing']]);
  expect(inJapanese.err).toContain('billing');
  expect(inJapanese.err).not.toContain('Skipped');

  for (const [text, error] of [
    ['[1]', /must name groups/],
    ['{', /consumerMonitorConfig\.json is not JSON\./],
  ] as const) {
    await writeFile(settings, text);
    expect(await line.redrive(['from-dashboard', settings])).toMatchObject({
      code: 2,
      err: expect.stringMatching(error),
    });
  }
});
