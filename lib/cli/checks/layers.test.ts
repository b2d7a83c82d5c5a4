import { expect, test } from 'vitest';

interface Import {
  readonly to: string | null;
  readonly specifier: string;
  readonly typeOnly: boolean;
  readonly core: boolean;
}
type Graph = Map<string, { imports: Import[]; directive: string | undefined }>;
interface Rule {
  readonly name: string;
  readonly scope?: 'folder';
  readonly from: object;
  readonly to: object;
}

/** Scripts: the compiler does not read them. */
const load = (file: string): Promise<unknown> => import(new URL(file, import.meta.url).href);
const { readModule, findDependents } = (await load('module-graph.mjs')) as {
  readModule: (file: string, source: string) => { imports: Import[]; directive: string | undefined };
  findDependents: (graph: Graph, files: string[]) => string[];
};
const { findViolations, findServerCodeInClients, findStalePages } = (await load('layers.mjs')) as {
  findViolations: (graph: Graph, rule: Rule) => string[];
  findServerCodeInClients: (graph: Graph) => string[];
  findStalePages: (graph: Graph) => string[];
};

const graphOf = (sources: Record<string, string>): Graph =>
  new Map(Object.entries(sources).map(([file, source]) => [file, readModule(file, source)]));
const edges = (source: string) =>
  readModule('lib/model/x.ts', source).imports.map(({ to, typeOnly }) => [to, typeOnly ? 'type' : 'value']);

test('every form of an import is seen, with where it leads', () => {
  expect(edges(`import { a } from './log';`)).toEqual([['lib/model/log.ts', 'value']]);
  expect(edges(`import { a } from '@/lib/broker';`)).toEqual([['lib/broker/index.ts', 'value']]);
  expect(edges(`import './log';`)).toEqual([['lib/model/log.ts', 'value']]);
  expect(edges(`export * from './log';`)).toEqual([['lib/model/log.ts', 'value']]);
  expect(edges(`const log = await import('./log');`)).toEqual([['lib/model/log.ts', 'value']]);
  expect(edges(`import { type A, b } from './log';`)).toEqual([['lib/model/log.ts', 'value']]);
  expect(edges(`import { type A } from './log';`)).toEqual([['lib/model/log.ts', 'type']]);
  expect(edges(`export type { A } from './log';`)).toEqual([['lib/model/log.ts', 'type']]);
  expect(edges(`import { Pool } from 'pg';`)).toEqual([['node_modules/pg/', 'value']]);
  expect(edges(`import { join } from 'node:path';`)).toEqual([['node:path', 'value']]);
  expect(edges(`import { a } from './no-such-file';`)).toEqual([[null, 'value']]);
  expect(edges(`import { a } from 'no-such-package';`)).toEqual([[null, 'value']]);
});

test('a rule names the imports that it forbids', () => {
  const graph = graphOf({
    'lib/store/a.ts': `import './b'; import '@/lib/broker'; import { join } from 'node:path';`,
    'lib/store/a.test.ts': `import '@/lib/broker';`,
  });
  const rule = {
    name: 'store',
    from: { path: '^lib/store/', pathNot: '\\.test\\.ts$' },
    to: { pathNot: ['^lib/store/'], dependencyTypesNot: ['core'] },
  };
  expect(findViolations(graph, rule)).toEqual(['store: lib/store/a.ts -> lib/broker/index.ts']);
  expect(findViolations(graph, { name: 'resolvable', from: {}, to: { couldNotResolve: true } })).toEqual([
    'resolvable: lib/store/a.ts -> ./b (not found)',
  ]);
});

test('a rule may let types pass', () => {
  const graph = graphOf({ 'components/a.ts': `import type { A } from '@/lib/broker';` });
  const to = { path: '^lib/', dependencyTypesNot: ['type-only'] };
  expect(findViolations(graph, { name: 'x', from: {}, to })).toEqual([]);
  const value = graphOf({ 'components/a.ts': `import { A } from '@/lib/broker';` });
  expect(findViolations(value, { name: 'x', from: {}, to })).toEqual(['x: components/a.ts -> lib/broker/index.ts']);
});

test('a rule may look through other files', () => {
  const graph = graphOf({
    'lib/model/log.ts': `import '@/lib/model/duration';`,
    'lib/model/duration.ts': `import 'react';`,
    'lib/model/id.ts': '',
  });
  const rule = { name: 'core', from: {}, to: { path: '^node_modules/react/', reachable: true } };
  expect(findViolations(graph, rule)).toEqual([
    'core: lib/model/log.ts -> node_modules/react/',
    'core: lib/model/duration.ts -> node_modules/react/',
  ]);
});

test('a circle of values is found, one of types is none', () => {
  const rule = { name: 'no cycles', from: {}, to: { circular: true } };
  const back = (how: string) =>
    graphOf({
      'lib/model/log.ts': `import { b } from './duration';`,
      'lib/model/duration.ts': `${how} { a } from './log';`,
    });
  expect(findViolations(back('import'), rule)).toEqual([
    'no cycles: lib/model/log.ts -> lib/model/duration.ts -> lib/model/log.ts',
  ]);
  expect(findViolations(back('import type'), rule)).toEqual([]);
});

test('folders that import each other are found, types included', () => {
  const graph = graphOf({
    'components/ui/clock.tsx': `import type { A } from '../form/dialog';`,
    'components/form/dialog.tsx': `import '../ui/clock'; import './field';`,
  });
  const rule = { name: 'order', scope: 'folder', from: { path: '^components/[^/]+' }, to: { circular: true } } as const;
  expect(findViolations(graph, rule)).toEqual(['order: components/ui -> components/form -> components/ui']);
  graph.delete('components/ui/clock.tsx');
  expect(findViolations(graph, rule)).toEqual([]);
});

test('a target may repeat what the source matched', () => {
  const graph = graphOf({
    'components/groups/list/a.ts': `import '../frame/group-frame'; import './groups.model'; import '../figure';`,
  });
  const to = { path: '^components/$1/[^/]+/', pathNot: '^components/$1/$2/' };
  expect(findViolations(graph, { name: 'rooms', from: { path: '^components/([^/]+)/([^/]+)/' }, to })).toEqual([
    'rooms: components/groups/list/a.ts -> components/groups/frame/group-frame.tsx',
  ]);
});

test('server code that a client component would bundle is found behind other files, but not behind actions', () => {
  const graph = (middle: string) =>
    graphOf({
      'components/form/field.tsx': `'use client';\nimport '../ui/clock';`,
      'components/ui/clock.tsx': `${middle}import '@/lib/broker';`,
      'lib/broker/index.ts': '',
    });
  const trail =
    'server code in the browser: components/form/field.tsx -> components/ui/clock.tsx -> lib/broker/index.ts';
  expect(findServerCodeInClients(graph(''))).toEqual([trail]);
  expect(findServerCodeInClients(graph(`// an action\n'use server';\n`))).toEqual([]);
});

test('what depends on a file is found behind other files', () => {
  const graph = graphOf({
    'lib/model/log.ts': '',
    'lib/model/duration.ts': `import type { A } from './log';`,
    'lib/broker/index.ts': `export * from '../model/duration';`,
    'lib/broker/other.ts': '',
  });
  expect(findDependents(graph, ['lib/model/log.ts'])).toEqual([
    'lib/model/log.ts',
    'lib/model/duration.ts',
    'lib/broker/index.ts',
  ]);
});

test('a view of the settings reads again after an action', () => {
  const sources = {
    'app/(console)/settings/pages.tsx': `import { UserList } from '@/components/settings/user-list';`,
    'components/settings/user-list.tsx': `import { AddUserDialog } from './add-user-dialog';`,
    'components/settings/add-user-dialog.tsx': `import { addUserAction } from '@/lib/console/actions/users';`,
  };
  expect(findStalePages(graphOf(sources))).toEqual([expect.stringContaining('user-list.tsx calls an action')]);
  sources['components/settings/user-list.tsx'] += `import { useRefresh } from '@/components/live/use-refresh';`;
  expect(findStalePages(graphOf(sources))).toEqual([]);
});
