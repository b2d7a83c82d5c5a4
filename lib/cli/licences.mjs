// npm run licences: what this program takes from others at run time, under which licence each stands. Ends with 1 when
// one of them is not in the list of licences that a product may have that is given away.
import './require-node.mjs';

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { projectRoot } from './project-root.mjs';

/** They ask for their text and the names of their authors, and no more. */
const FREE = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['OFL-1.1', 'PostgreSQL', 'Python-2.0', 'Unlicense', 'Zlib', 'CC-BY-4.0'],
]);
/** Used as they are, as libraries of their own that can be replaced: their licence asks for that. */
const AS_A_LIBRARY = new Set(['EPL-2.0', 'LGPL-3.0-or-later', 'MPL-2.0']);

/** What their manifests leave out or write in words of their own; their files say this. */
const READ_BY_HAND = new Map([
  ['geist', 'OFL-1.1'],
  ['seq-queue', 'MIT'],
]);

/** @returns rows {name, version, licence, isFree}, of every package that is installed for the program alone */
export function readLicences(root = projectRoot) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return (
    Object.entries(packages)
      .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
      // Builds for other systems are not installed here: each has the licence of the package that it belongs to.
      .filter(([path]) => existsSync(join(root, path, 'package.json')))
      .map(([path, { version }]) => {
        const name = path.replace(/^.*node_modules\//, '');
        const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
        const licence = READ_BY_HAND.get(name) ?? licenceOf(manifest) ?? 'unknown';
        return { name, version, licence, isFree: isFree(licence) };
      })
      .toSorted((a, b) => a.name.localeCompare(b.name))
  );
}

function licenceOf({ license, licenses }) {
  const given = license ?? licenses?.[0];
  return typeof given === 'string' ? given : given?.type;
}

/** "MIT", "(MIT OR GPL-3.0)": one of several may be chosen; "MIT AND ISC": both must be kept. */
export function isFree(expression) {
  const parts = (word) => expression.replaceAll(/[()]/g, '').replaceAll(' and ', ' AND ').split(word);
  if (/ OR /.test(expression) && !/ AND /.test(expression)) return parts(' OR ').some(isFree);
  return parts(' AND ').every((one) => FREE.has(one.trim()) || AS_A_LIBRARY.has(one.trim()));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = readLicences();
  for (const { name, version, licence } of rows) process.stdout.write(`${licence}\t${name}\t${version}\n`);
  const others = rows.filter((row) => !row.isFree);
  const sum = `${rows.length} packages, ${others.length} with a licence that is not in the list`;
  process.stdout.write(`${sum}${others.length === 0 ? '' : `: ${others.map(({ name }) => name).join(', ')}`}\n`);
  process.exitCode = others.length === 0 ? 0 : 1;
}
