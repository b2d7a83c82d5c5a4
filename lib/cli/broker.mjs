// npm run broker: a node without a console on the same database, without Next. With --built nothing is prepared, as for
// npm start.
import './require-node.mjs';

import { fail } from './fail.mjs';
import { stayAttached } from './stay-attached.mjs';
import { readOptions } from './options.mjs';
import { isPackaged } from './project-root.mjs';
import { superviseNode } from './supervise-node.mjs';

stayAttached();
try {
  const { built } = readOptions('npm run broker', { built: 'flag', attached: 'flag' });
  if (!built && !isPackaged) {
    const { installAndGenerate } = await import('./install-and-generate.mjs');
    const { withTreeLock } = await import('./tree-lock.mjs');
    await withTreeLock(installAndGenerate);
  }
  await superviseNode({ console: false });
} catch (error) {
  fail(error);
}
