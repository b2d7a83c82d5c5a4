import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import manifest from '../../package.json' with { type: 'json' };
import { readConfig } from '../runtime/config';

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly secrets?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly environment: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const read = (file: string): string => readFileSync(file, 'utf8');
const yaml = (file: string): unknown => parse(read(file));
const compose = yaml('deploy/compose.yaml') as Compose;
const redrive = compose.services['redrive'];
const dockerfile = read('deploy/Dockerfile');
const dashboard = JSON.parse(read('docs/grafana/redrive.json')) as { uid: string; title: string };
const prometheus = yaml('deploy/prometheus.yml') as {
  rule_files: string[];
  scrape_configs: {
    job_name: string;
    metrics_path: string;
    authorization: { credentials_file: string };
    static_configs: { targets: string[] }[];
  }[];
};

/** What a service is given, with ${NAME:?why} and ${NAME:-otherwise} replaced. */
function environmentOf(service: Service | undefined, given: Readonly<Record<string, string>>): Record<string, string> {
  const fill = (text: string): string =>
    text.replace(/\$\{(\w+)(?::[?-]([^}]*))?\}/g, (_all, name: string, other = '') => given[name] ?? String(other));
  return Object.fromEntries(Object.entries(service?.environment ?? {}).map(([name, value]) => [name, fill(value)]));
}

const fromDockerfile = Object.fromEntries(
  [...dockerfile.matchAll(/^ {4}(\w+)=(\S+?)(?: \\)?$|^ENV (\w+)=(\S+) \\$/gm)].map(([, a, b, c, d]) => [
    a ?? c,
    b ?? d,
  ]),
);
const secret = 'x'.repeat(48);
const config = readConfig({
  ...fromDockerfile,
  ...environmentOf(redrive, {
    ...{ REDRIVE_OWNER_PASSWORD: secret, REDRIVE_BROKER_PASSWORD: secret, REDRIVE_CONSOLE_PASSWORD: secret },
    ...{ REDRIVE_API_TOKEN: secret, REDRIVE_SECRET_KEY: secret },
  }),
});

test('the image copies what exists, and leaves nothing out that the program reads', () => {
  const ignore = read('deploy/Dockerfile.dockerignore').split('\n');
  const included = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(included.filter((path) => !existsSync(path))).toEqual([]);
  const build = read('lib/cli/build.mjs');
  const sources = [...build.slice(build.indexOf('SOURCES'), build.indexOf('NOT_BUILT')).matchAll(/'([\w./-]+)'/g)].map(
    ([, path = '']) => path,
  );
  expect(sources.length).toBeGreaterThan(8);
  const missing = sources.filter(
    (path) => existsSync(path) && !included.some((one) => path === one || path.startsWith(`${one}/`)),
  );
  expect(missing).toEqual([]);
});

test('the image runs files, a user, ports and a health path that exist', () => {
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  expect(command).toEqual(['redrive', 'start']);
  expect(read('lib/cli/redrive.mjs')).toContain('\n  start: {');
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toContain(`EXPOSE ${config.httpPort} ${config.grpcPort}\n`);
  expect(existsSync(`app${/HEALTHCHECK[\s\S]*?\}(\/api\/[\w/]+)`/.exec(dockerfile)?.[1] ?? ''}/route.ts`)).toBe(true);
  const [, scripts = ''] = /^RUN npm run (\w+)/m.exec(dockerfile) ?? [];
  expect(Object.keys(manifest.scripts)).toContain(scripts);
  const node = /^ARG NODE=node:(\d+)-/m.exec(dockerfile)?.[1];
  expect(Number(node)).toBeGreaterThanOrEqual(20);
});

test('the compose file gives the broker settings that it accepts, behind a closed door', () => {
  const accepted = read('lib/runtime/config.ts');
  const names = Object.keys({ ...fromDockerfile, ...redrive?.environment }).filter((name) => name !== 'NODE_ENV');
  expect(names.filter((name) => !accepted.includes(`  ${name}: `))).toEqual([]);
  expect(config).toMatchObject({
    host: '0.0.0.0',
    dataDirectory: '/data',
    requireAccessKeys: true,
    openMetrics: false,
  });
  expect(new URL(config.databaseUrl ?? '').hostname).toBe('postgres');
  expect(redrive?.ports).toEqual([config.httpPort, config.grpcPort].map((port) => `127.0.0.1:${port}:${port}`));
  // What runs has roles that own nothing, and PostgreSQL makes them.
  const { databaseUrl = '', brokerDatabaseUrl = '', consoleDatabaseUrl = '' } = config;
  const roles = [databaseUrl, brokerDatabaseUrl, consoleDatabaseUrl].map((url) => new URL(url).username);
  expect(roles).toEqual(['redrive_owner', 'redrive_broker', 'redrive_console']);
  const script = read('deploy/postgres/roles.sh');
  const passwords = [...script.matchAll(/\$(REDRIVE_\w+)/g)].map(([, name = '']) => name);
  expect(passwords.filter((name) => !(name in (compose.services['postgres']?.environment ?? {})))).toEqual([]);
  for (const role of roles) expect(script).toContain(`ALTER ROLE ${role} PASSWORD`);
});

test('the systemd unit starts the built program with settings that it accepts, as a user of its own', () => {
  const unit = read('deploy/redrive.service');
  expect(unit.split('\n')).toContain('ExecStart=/usr/bin/env redrive start');
  const given = /^Environment=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
  const accepted = read('lib/runtime/config.ts');
  const names = given.map((one) => one.split('=')[0] ?? '').filter((name) => name !== 'NODE_ENV');
  expect(names).toEqual(['REDRIVE_DATA_DIR']);
  expect(names.filter((name) => !accepted.includes(`  ${name}: `))).toEqual([]);
  const state = /^StateDirectory=(\S+)$/m.exec(unit)?.[1] ?? '';
  expect(given).toContain(`REDRIVE_DATA_DIR=/var/lib/${state}`);
  for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
    expect(unit.split('\n')).toContain(line);
  // Longer than the program gives itself to drain.
  const drains = Number(/STOP_LIMIT_MS = (\d+)/.exec(read('lib/cli/stop-on-signals.mjs'))?.[1]);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000).toBeGreaterThan(drains + 2000);
});

test('every variable that the compose file needs is in example.env', () => {
  const needed = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const example = read('deploy/example.env');
  expect([...new Set(needed)].filter((name) => !new RegExp(`^(# )?${name}=`, 'm').test(example))).toEqual([]);
  for (const { environment } of Object.values(compose.secrets)) expect(example).toContain(`${environment}=`);
});

test('no password, token or key has a value of its own: each is set, or nothing starts', () => {
  const secrets = [...read('deploy/compose.yaml').matchAll(/\$\{(\w*(?:PASSWORD|TOKEN|KEY))([^}]*)\}/g)];
  expect(secrets.length).toBeGreaterThan(7);
  for (const [, name, otherwise = ''] of secrets)
    expect([name, otherwise]).toEqual([
      name,
      expect.stringMatching(name === 'REDRIVE_ADMIN_PASSWORD' ? /^:-$/ : /^:\?/),
    ]);
  for (const [line] of read('deploy/example.env').matchAll(/^(?:# )?\w*(?:PASSWORD|TOKEN|KEY)=.*$/gm))
    expect(line).toMatch(/=$/);
});

test('what the compose file mounts and waits for exists', () => {
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((one) => one.split(':')[0] ?? ''),
  );
  const missing = mounts.filter((path) =>
    path.startsWith('.') ? !existsSync(join('deploy', path)) : !Object.hasOwn(compose.volumes, path),
  );
  expect(missing).toEqual([]);
  for (const { depends_on: needs = {} } of Object.values(compose.services))
    for (const [name, { condition }] of Object.entries(needs)) {
      expect(condition).toBe('service_healthy');
      // The image of Redrive brings its own check.
      expect(name === 'redrive' ? /^HEALTHCHECK/m.test(dockerfile) : compose.services[name]?.healthcheck).toBeTruthy();
    }
  const { context = '', dockerfile: path = '' } = redrive?.build ?? {};
  expect(existsSync(join('deploy', context, path))).toBe(true);
});

test('Prometheus scrapes the metrics of Redrive and reads the alert rules', () => {
  const [scrape] = prometheus.scrape_configs;
  expect(existsSync(`app${scrape?.metrics_path}/route.ts`)).toBe(true);
  expect(scrape?.static_configs[0]?.targets).toEqual([`redrive:${config.httpPort}`]);
  expect(redrive?.environment?.['REDRIVE_ALLOWED_HOSTS']?.split(',')).toContain('redrive');
  expect(read('docs/prometheus/alerts.yml')).toContain(`job="${scrape?.job_name}"`);
  const mounted = compose.services['prometheus']?.volumes?.map((one) => one.split(':')[1]) ?? [];
  expect(mounted).toEqual(expect.arrayContaining(prometheus.rule_files));
  const [secretName = ''] = compose.services['prometheus']?.secrets ?? [];
  expect(scrape?.authorization.credentials_file).toBe(`/run/secrets/${secretName}`);
  expect(compose.secrets[secretName]?.environment).toBe('REDRIVE_API_TOKEN');
});

test('Grafana shows the dashboard, with what Prometheus has', () => {
  const grafana = compose.services['grafana'];
  const { providers } = yaml('deploy/grafana/dashboards/redrive.yaml') as {
    providers: { options: { path: string } }[];
  };
  const folder = providers[0]?.options.path ?? '';
  const shown = grafana?.environment?.['GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH'] ?? '';
  expect(dirname(shown)).toBe(folder);
  const volume = grafana?.volumes?.find((one) => one.split(':')[1] === folder)?.split(':')[0] ?? '';
  expect(existsSync(join('deploy', volume, shown.slice(folder.length)))).toBe(true);
  const { datasources } = yaml('deploy/grafana/datasources/prometheus.yaml') as { datasources: { url: string }[] };
  expect(Object.keys(compose.services)).toContain(new URL(datasources[0]?.url ?? '').hostname);
});

test('workflows run scripts that exist, on the versions of Node that package.json allows, with pinned actions', () => {
  const folder = '.github/workflows';
  for (const file of readdirSync(folder)) {
    const text = read(join(folder, file));
    const scripts = [...text.matchAll(/npm (?:run )?([\w:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !['ci', 'publish'].includes(name));
    expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
    for (const [, action = ''] of text.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/^[\w./-]+@v\d+\.\d+\.\d+$/);
    const { permissions, jobs } = yaml(join(folder, file)) as {
      permissions: object;
      jobs: Record<string, { strategy?: { matrix: { node: number[] } }; 'timeout-minutes'?: number }>;
    };
    expect(permissions).toEqual({ contents: 'read' });
    for (const { strategy, 'timeout-minutes': limit } of Object.values(jobs)) {
      expect(limit).toBeGreaterThan(0);
      if (strategy === undefined) continue;
      const oldest = Number(/(\d+)/.exec(manifest.engines.node)?.[1]);
      expect(Math.min(...strategy.matrix.node)).toBe(oldest);
    }
    if (file !== 'test.yml') continue;
    expect(text).toContain(`/api/dashboards/uid/${dashboard.uid} | grep --quiet '"title":"${dashboard.title}"'`);
  }
});

test('the pages that SECURITY.md leads to exist', () => {
  const links = [...read('SECURITY.md').matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) => normalize(path));
  expect(links.length).toBeGreaterThan(2);
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});
