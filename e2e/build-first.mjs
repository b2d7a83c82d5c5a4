import { ensureBuilt } from '../lib/cli/build.mjs';
import { withTreeLock } from '../lib/cli/tree-lock.mjs';

/** Before the time of any test runs: a build takes minutes on a busy machine. */
export default async function buildFirst() {
  await withTreeLock(ensureBuilt);
}
