// Completes package-lock.json after `npm install` on a machine whose registry does not carry the native packages of
// other platforms: npm leaves those out, and `npm ci` then refuses the whole lock file. Where the registry has them,
// their integrity is written down too.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { projectRoot } from './project-root.mjs';

const lockPath = join(projectRoot, 'package-lock.json');
const SYSTEMS = ['darwin', 'win32', 'linux', 'android', 'freebsd', 'openharmony'];
const PROCESSORS = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];

/** Optional packages that some locked package names and the lock file does not hold: [name, version]. */
export function findLeftOut(lock) {
  const leftOut = new Map();
  for (const [path, { optionalDependencies }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
      if (!isLocked(lock, path, name)) leftOut.set(name, version);
    }
  }
  return [...leftOut];
}

/** Places of entries that npm would install without comparing what it got. */
export function findUnverified(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { integrity, link }]) => path !== '' && integrity === undefined && link !== true)
    .map(([path]) => path);
}

export function readLock() {
  return JSON.parse(readFileSync(lockPath, 'utf8'));
}

/** Node's own look-up: beside the package that asks, then in each folder above. */
function isLocked(lock, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}

function describePlatform(name, version) {
  if (!/^\d/.test(version)) throw new Error(`${name} is asked for as ${version}: only exact versions can be completed`);
  const words = name.split('/').at(-1).split('-');
  const system = words.find((word) => SYSTEMS.includes(word));
  const processor = words.find((word) => PROCESSORS.includes(word));
  if (system === undefined || processor === undefined) throw new Error(`${name} does not tell its platform`);
  const last = words.at(-1);
  const libc =
    system !== 'linux'
      ? undefined
      : last.startsWith('musl')
        ? ['musl']
        : last.startsWith('gnu')
          ? ['glibc']
          : undefined;
  return { version, cpu: [processor], ...(libc && { libc }), optional: true, os: [system] };
}

/** Null: the registry does not carry this version. */
async function askIntegrity(path, version) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const asked = promisify(execFile)('npm', ['view', `${name}@${version}`, 'dist.integrity']);
  const answer = await asked.then(
    ({ stdout }) => stdout.trim(),
    (error) => {
      if (/E404|ETARGET/.test(error.stderr)) return '';
      throw error;
    },
  );
  return answer === '' ? null : answer;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const lock = readLock();
  const leftOut = findLeftOut(lock);
  for (const [name, version] of leftOut) lock.packages[`node_modules/${name}`] = describePlatform(name, version);
  for (const path of findUnverified(lock)) {
    const integrity = await askIntegrity(path, lock.packages[path].version);
    if (integrity !== null) lock.packages[path].integrity = integrity;
  }
  const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`);
  const unverified = findUnverified(lock).length;
  process.stdout.write(
    `${leftOut.length} packages added to package-lock.json; ${unverified} have no integrity: the ` +
      'registry lacks them.\n',
  );
}
