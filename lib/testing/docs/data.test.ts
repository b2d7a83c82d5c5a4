// What the README and the manual show as data is read as printed: JSON, YAML, PromQL, requests, pictures.
import { existsSync } from 'node:fs';

import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { problemsOf } from '../promql';
import { blocksOf, placeOf } from './blocks';

const titled = (language: Parameters<typeof blocksOf>[0]) =>
  blocksOf(language).map((block) => [placeOf(block), block] as const);

test.each(titled('json'))('%s is JSON', (_, { text }) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

test.each(titled('yaml'))('%s is YAML', (_, { text }) => {
  expect(parse(text)).toEqual(expect.any(Object));
});

test.each(titled('promql'))('%s is PromQL, one expression on a line', (_, { text }) => {
  const expressions = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(expressions.length).toBeGreaterThan(0);
  // Which series there are, lib/observability/documents.test.ts compares.
  for (const expression of expressions)
    expect(problemsOf(expression, {}).filter((problem) => problem.startsWith('not PromQL'))).toEqual([]);
});

test.each(titled('http'))('%s is a request with a body of JSON', (_, { text }) => {
  const [head = '', body = ''] = text.split('\n\n');
  const [line = '', ...headers] = head.split('\n');
  expect(line).toMatch(/^(GET|POST|PUT|DELETE) \/api\/v1\/\S+$/);
  for (const header of headers) expect(header).toMatch(/^[A-Za-z-]+: \S/);
  expect(() => JSON.parse(body) as unknown).not.toThrow();
});

test.each(titled('text'))('%s is a picture', (_, { text }) => {
  expect(text).toMatch(/[┌└│─▶▼▲]/);
});

test.each(titled('mermaid'))('%s is a picture of folders that exist', (_, { text }) => {
  expect(text).toMatch(/^flowchart TB\n/);
  const folders = [...text.matchAll(/\["?((?:app|components|lib)(?:\/\w+)?)/g)].map(([, folder = '']) => folder);
  expect(folders.length).toBeGreaterThan(5);
  expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
});

test.each(titled('ts'))('%s is TypeScript', (_, { text }) => {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName: 'block.tsx',
    compilerOptions: { jsx: ts.JsxEmit.Preserve },
    reportDiagnostics: true,
  });
  expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
});
