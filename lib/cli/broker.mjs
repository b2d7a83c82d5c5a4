// npm run broker: a headless broker node on the same database, without Next.
import './require-node.mjs';

import { fail } from './fail.mjs';
import { installAndGenerate } from './install-and-generate.mjs';
import { limitHeapGrowth } from './limit-heap-growth.mjs';
import { withTreeLock } from './tree-lock.mjs';

try {
  await withTreeLock(installAndGenerate);
  limitHeapGrowth();
  const { tsImport } = await import('tsx/esm/api');
  const { runHeadless } = await tsImport('../runtime/headless.ts', import.meta.url);
  await runHeadless();
} catch (error) {
  fail(error);
}
