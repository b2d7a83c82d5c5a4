import { findLeftOut, readLock } from '../complete-lock.mjs';

export const name = 'lock file';

export async function run() {
  const lock = readLock();
  const leftOut = findLeftOut(lock).map(([name, version]) => `${name}@${version} is missing: run "npm run lock"`);
  const resolved = Object.entries(lock.packages).filter(
    ([, entry]) => entry.resolved !== undefined && entry.link !== true,
  );
  return [...leftOut, ...resolved.map(([path]) => `${path} names a registry host`)];
}
