import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import manifest from '../../package.json' with { type: 'json' };
import { SETTING_NAMES } from '../runtime/config';

const CHART = join('deploy', 'helm', 'redrive');
const EXAMPLES = join('deploy', 'helm', 'examples');
const TEMPLATES = join(CHART, 'templates');
const read = (file: string): string => readFileSync(file, 'utf8');
const templates = readdirSync(TEMPLATES).map((name) => ({ name, text: read(join(TEMPLATES, name)) }));
const all = templates.map(({ text }) => text).join('\n');
const values = parse(read(join(CHART, 'values.yaml'))) as Record<string, unknown>;
const accepted = SETTING_NAMES;
/** What the chart sets by itself, or takes from the Secret. */
const OF_CHART = [
  ...['PORT', 'REDRIVE_HOST', 'REDRIVE_GRPC_PORT', 'REDRIVE_METRICS_PORT', 'REDRIVE_DATA_DIR', 'DATABASE_URL'],
  ...['REDRIVE_BROKER_DATABASE_URL', 'REDRIVE_CONSOLE_DATABASE_URL', 'REDRIVE_SECRET_KEY', 'REDRIVE_API_TOKEN'],
  ...['REDRIVE_OIDC_CLIENT_SECRET', 'REDRIVE_TLS_CERT', 'REDRIVE_TLS_KEY'],
];

test('the chart has the version of the program', () => {
  const chart = parse(read(join(CHART, 'Chart.yaml'))) as { version: string; appVersion: string };
  expect(chart).toMatchObject({ version: manifest.version, appVersion: manifest.version });
});

test('templates name values, programs and settings that exist', () => {
  const has = (path: string): boolean => {
    let at: unknown = values;
    for (const name of path.split('.')) {
      if (typeof at !== 'object' || at === null || !(name in at)) return false;
      at = (at as Record<string, unknown>)[name];
    }
    return true;
  };
  const named = [...all.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !has(path))).toEqual([]);
  const commands = [...all.matchAll(/"command" "(\w+)"|command: \['redrive', '(\w+)'\]/g)].map(([, a, b]) => a ?? b);
  expect(new Set(commands)).toEqual(new Set(['start', 'broker', 'migrate']));
  expect(commands.filter((name) => !read('lib/cli/redrive.mjs').includes(`\n  ${name}: {`))).toEqual([]);
  const settings = [...all.matchAll(/(?:"name"|name:) "?([A-Z][A-Z_]+)"?/g)].map(([, name = '']) => name);
  expect(settings.length).toBeGreaterThan(6);
  expect(
    [...settings, ...Object.keys(values['settings'] as object)].filter((name) => !accepted.includes(name)),
  ).toEqual([]);
  for (const { name, text } of templates) {
    const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
    const opened = count(/\{\{-? ?(?:if|with|range|define)\b/g);
    expect([name, opened]).toEqual([name, count(/\{\{-? ?end\b/g)]);
  }
});

interface Schema {
  readonly type?: string | readonly string[];
  readonly additionalProperties?: false;
  readonly properties?: Readonly<Record<string, Schema>>;
}

test('the schema of the values knows each value, and takes no other', () => {
  const schema = JSON.parse(read(join(CHART, 'values.schema.json'))) as Schema;
  const differences: string[] = [];
  const compare = (path: string, given: unknown, { type, properties, additionalProperties }: Schema): void => {
    if (properties === undefined) {
      // Kubernetes knows what is below: resources, labels, selectors.
      if (typeof given === 'object' && !Array.isArray(given) && type !== 'object') differences.push(path);
      return;
    }
    if (additionalProperties !== false) differences.push(`${path} takes any value`);
    const names = new Set([...Object.keys(given as object), ...Object.keys(properties)]);
    for (const name of names) {
      const inner = properties[name];
      const value = (given as Readonly<Record<string, unknown>>)[name];
      if (inner === undefined) differences.push(`${path}.${name} is not in the schema`);
      else if (value === undefined) differences.push(`${path}.${name} is not in values.yaml`);
      else compare(`${path}.${name}`, value, inner);
    }
  };
  // `global` is what a chart that contains this one passes on.
  const { settings, global: _, ...properties } = schema.properties ?? {};
  const { settings: someSettings, ...others } = values;
  compare('values', others, { ...schema, properties });
  expect(differences).toEqual([]);
  expect(settings?.additionalProperties).toBe(false);
  const names = Object.keys(settings?.properties ?? {});
  expect(names.toSorted()).toEqual(accepted.filter((name) => !OF_CHART.includes(name)).toSorted());
  expect(names).toEqual(expect.arrayContaining(Object.keys(someSettings as object)));
});

interface Container {
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext: object;
  readonly readinessProbe?: object;
  readonly volumeMounts: readonly { readonly mountPath: string }[];
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly replicas?: number;
  };
}
interface PodSpec {
  readonly containers: readonly Container[];
  readonly securityContext: object;
  readonly terminationGracePeriodSeconds: number;
}

const helm = [
  process.env['REDRIVE_HELM'] ?? '',
  ...(process.env['PATH'] ?? '').split(delimiter).map((at) => join(at, 'helm')),
].find((file) => file !== '' && existsSync(file));
if (helm === undefined) process.stdout.write('SKIPPED: rendering of the Helm chart, as helm is not installed.\n');

describe.skipIf(helm === undefined)('rendered by helm', () => {
  const render = (...sets: readonly string[]): Manifest[] => {
    return renderWith(['secret.name=redrive', ...sets].flatMap((set) => ['--set', set]));
  };
  const renderWith = (given: readonly string[]): Manifest[] => {
    // A helm that was built from source thinks of an old Kubernetes.
    const args = ['template', 'mine', CHART, '--kube-version', '1.31.0', ...given];
    const text = execFileSync(helm ?? '', args, { encoding: 'utf8', stdio: 'pipe' });
    return parseAllDocuments(text).flatMap((document) => (document.toJSON() as Manifest | null) ?? []);
  };
  const kinds = (manifests: readonly Manifest[]): string[] =>
    manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted();

  test('consoles, nodes, the job that migrates, and what protects them', () => {
    const manifests = render();
    expect(kinds(manifests)).toEqual([
      ...['Deployment mine-broker', 'Deployment mine-console', 'Job mine-migrate', 'NetworkPolicy mine'],
      ...['PodDisruptionBudget mine-broker', 'PodDisruptionBudget mine-console'],
      ...['Service mine-console', 'Service mine-gateway', 'Service mine-metrics'],
    ]);
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
    expect(deployments.map(({ spec }) => spec.replicas)).toEqual([3, 2]);
    for (const { spec, metadata } of manifests.filter(({ spec: { template } }) => template !== undefined)) {
      const pod = spec.template?.spec;
      expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const container of pod?.containers ?? []) {
        expect(container.securityContext).toEqual({
          ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        });
        expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toContain('/tmp');
        const names = container.env.map(({ name }) => name);
        expect(names.filter((name) => !accepted.includes(name))).toEqual([]);
        // The owner's URL is for the job alone.
        expect([metadata.name, names.includes('DATABASE_URL')]).toEqual([
          metadata.name,
          metadata.name === 'mine-migrate',
        ]);
      }
      expect(spec.template?.metadata.labels).toMatchObject(spec.selector?.matchLabels ?? {});
    }
    // It drains for ten seconds, after five in which no new connection comes.
    for (const { spec } of deployments) expect(spec.template?.spec.terminationGracePeriodSeconds).toBeGreaterThan(15);
  });

  test('what is optional', () => {
    const more = render(
      ...['serviceMonitor.enabled=true', 'serviceMonitor.tokenSecret.name=metrics', 'gateway.tlsSecret=certificate'],
      ...['console.ingress.enabled=true', 'console.ingress.host=redrive.example.com', 'migrate.enabled=false'],
      ...['networkPolicy.enabled=false', 'podDisruptionBudget.enabled=false', 'secret.keys.apiToken=token'],
      ...['settings.OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318'],
    );
    expect(kinds(more)).toEqual([
      ...['Deployment mine-broker', 'Deployment mine-console', 'Ingress mine-console'],
      ...['Service mine-console', 'Service mine-gateway', 'Service mine-metrics'],
      ...['ServiceMonitor mine-console', 'ServiceMonitor mine-metrics'],
    ]);
    const console = more.find(({ metadata, kind }) => kind === 'Deployment' && metadata.name === 'mine-console');
    const env = console?.spec.template?.spec.containers[0]?.env ?? [];
    expect(env).toContainEqual({ name: 'REDRIVE_TLS_CERT', value: '/tls/tls.crt' });
    expect(env).toContainEqual({ name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://collector:4318' });
    expect(env.map(({ name }) => name)).toContain('REDRIVE_API_TOKEN');
  });

  test('example: a console for attached clusters only has nothing for RocketMQ clients, and no probe asks for it', () => {
    const manifests = renderWith(['--values', join(EXAMPLES, 'attach-only.yaml')]);
    expect(kinds(manifests)).toEqual([
      ...['Deployment mine-console', 'Ingress mine-console', 'Job mine-migrate', 'NetworkPolicy mine'],
      ...['PodDisruptionBudget mine-console', 'Service mine-console'],
    ]);
    expect(JSON.stringify(manifests)).not.toContain('gateway');
    const console = manifests.find(({ kind }) => kind === 'Deployment')?.spec.template?.spec.containers[0];
    expect(console?.env).toContainEqual({ name: 'REDRIVE_EMBEDDED_BROKER', value: 'false' });
  });

  test('example: on a managed PostgreSQL every pod has the authorities of the database', () => {
    const manifests = renderWith(['--values', join(EXAMPLES, 'managed-postgresql.yaml')]);
    const pods = manifests.flatMap(({ spec, metadata }) => (spec.template === undefined ? [] : [{ spec, metadata }]));
    expect(pods.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'mine-broker',
      'mine-console',
      'mine-migrate',
    ]);
    for (const { spec } of pods)
      expect(spec.template?.spec.containers[0]?.volumeMounts).toContainEqual({
        ...{ name: 'ca', mountPath: '/ca', readOnly: true },
      });
  });

  test('without the name of the Secret it says so; helm lint passes with the values as they are', () => {
    expect(() => render('secret.name=')).toThrow(/secret.*name/);
    const lint = execFileSync(helm ?? '', ['lint', '--strict', CHART], { encoding: 'utf8', stdio: 'pipe' });
    expect(lint).toContain('0 chart(s) failed');
  });

  test.each(['broker.replica=2', 'settings.REDRIVE_PUBLIC_URI=https://x', 'gateway.service.ports=1'])(
    'a value that the chart does not know is refused: %s',
    (set) => {
      expect(() => render(set)).toThrow(/additional properties/i);
    },
  );
});
