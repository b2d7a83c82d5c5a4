import { findProblems, readReleases } from '../released.mjs';

export const name = 'released migrations';

export async function run() {
  return findProblems(readReleases());
}
