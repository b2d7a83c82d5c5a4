// npm run broker: a headless broker node on the same database, without Next.
import './require-node.mjs';

import { loadProgram } from './bundle.mjs';
import { fail } from './fail.mjs';
import { installAndGenerate } from './install-and-generate.mjs';
import { limitHeapGrowth } from './limit-heap-growth.mjs';
import { withTreeLock } from './tree-lock.mjs';

try {
  await withTreeLock(installAndGenerate);
  limitHeapGrowth();
  const { runHeadless } = await loadProgram('lib/runtime/headless.ts');
  await runHeadless();
} catch (error) {
  fail(error);
}
