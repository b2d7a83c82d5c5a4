// npm start: installs, checks, generates, builds what is stale, then serves from this very process.
import './require-node.mjs';

import { fail } from './fail.mjs';
import { ensureInstalled } from './install.mjs';
import { preflight } from './preflight.mjs';
import { withTreeLock } from './tree-lock.mjs';

try {
  await withTreeLock(async () => {
    await ensureInstalled();
    const { ensureGenerated } = await import('./generate.mjs');
    await ensureGenerated();
    // Before the build, so that a port in use is reported at once and not after a minute.
    preflight('console');
    const { ensureBuilt } = await import('./build.mjs');
    await ensureBuilt();
  });
  const { serve } = await import('./serve.mjs');
  await serve();
} catch (error) {
  fail(error);
}
