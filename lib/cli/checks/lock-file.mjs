import { findLeftOut, findUnverified, readLock } from '../complete-lock.mjs';

export const name = 'lock file';

/**
 * Optional packages of other platforms that no registry in use carried when they were locked. May only become fewer.
 */
const MOST_UNVERIFIED = 57;

export async function run() {
  return findProblems(readLock());
}

export function findProblems(lock) {
  const leftOut = findLeftOut(lock).map(([name, version]) => `${name}@${version} is missing: run "npm run lock"`);
  const resolved = Object.entries(lock.packages).filter(
    ([, entry]) => entry.resolved !== undefined && entry.link !== true,
  );
  const unverified = findUnverified(lock);
  const installed = unverified.filter((path) => !isOfSomePlatform(lock.packages[path]));
  const tooMany =
    unverified.length > MOST_UNVERIFIED
      ? [`${unverified.length} entries have no integrity, more than ${MOST_UNVERIFIED}: run "npm run lock"`]
      : [];
  return [
    ...leftOut,
    ...resolved.map(([path]) => `${path} names a registry host`),
    ...installed.map((path) => `${path} has no integrity: run "npm run lock"`),
    ...tooMany,
  ];
}

function isOfSomePlatform({ optional, os }) {
  return optional === true && os !== undefined;
}
