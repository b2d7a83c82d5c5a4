// Which file imports which, read from the sources: half a second for all of them.
import { statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

import { parseSync } from 'oxc-parser';

import { projectRoot } from '../project-root.mjs';
import { listSourceFiles, readSource } from './source-files.mjs';

const SOURCE = /\.(ts|tsx|js|mjs)$/;
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx'];

/**
 * @typedef {{ to: string | null, specifier: string, typeOnly: boolean, core: boolean }} Import `to`: a path from the
 * root, `node_modules/<package>/` or the name of a module of Node; null when it leads nowhere
 * @returns {Promise<Map<string, { imports: Import[], directive: string | undefined }>>} by path
 */
export function readModuleGraph() {
  return (graph ??= readAll());
}

/** Two checks ask for it. */
let graph;

async function readAll() {
  const files = (await listSourceFiles()).filter((file) => SOURCE.test(file));
  return new Map(files.map((file) => [file, readModule(file, readSource(file))]));
}

/** Everything that imports one of the files, directly or through others, and the files themselves. */
export function findDependents(modules, files) {
  const importers = new Map();
  for (const [file, { imports }] of modules)
    for (const { to } of imports) if (to !== null) importers.set(to, [...(importers.get(to) ?? []), file]);
  const found = new Set(files);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found];
}

export function readModule(file, source) {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const said = [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...staticExports.flatMap(({ entries }) =>
      entries
        .filter(({ moduleRequest }) => moduleRequest !== null)
        .map(({ moduleRequest, isType }) => ({ specifier: moduleRequest.value, typeOnly: isType })),
    ),
    // A computed address is no import that could be followed.
    ...dynamicImports
      .map(({ moduleRequest: { start, end } }) => /^(['"])(.*)\1$/.exec(source.slice(start, end))?.[2])
      .filter((specifier) => specifier !== undefined)
      .map((specifier) => ({ specifier, typeOnly: false })),
  ];
  return {
    imports: said.map((one) => ({ ...one, core: isBuiltin(one.specifier), to: resolve(file, one.specifier) })),
    directive: /^(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*['"](use (?:client|server))['"]/.exec(source)?.[1],
  };
}

function resolve(from, specifier) {
  if (isBuiltin(specifier)) return specifier;
  if (/^(\.|@\/)/.test(specifier)) {
    const path = specifier.startsWith('.') ? join(dirname(from), specifier) : specifier.slice(2);
    const ending = ENDINGS.find((candidate) => isFile(`${path}${candidate}`));
    return ending === undefined ? null : `${path}${ending}`;
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return isFile(`node_modules/${name}/package.json`) ? `node_modules/${specifier}/` : null;
}

const known = new Map();

function isFile(path) {
  if (!known.has(path))
    known.set(path, statSync(join(projectRoot, path), { throwIfNoEntry: false })?.isFile() ?? false);
  return known.get(path);
}
