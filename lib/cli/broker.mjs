// npm run broker: a node without a console on the same database, without Next.
import './require-node.mjs';

import { fail } from './fail.mjs';
import { installAndGenerate } from './install-and-generate.mjs';
import { superviseNode } from './supervise-node.mjs';
import { withTreeLock } from './tree-lock.mjs';

try {
  await withTreeLock(installAndGenerate);
  await superviseNode({ console: false });
} catch (error) {
  fail(error);
}
