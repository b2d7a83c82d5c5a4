// npm start: prepares what is stale (npm run build), then starts the processes of this node and watches them. With
// --built, and in an installed package, nothing is prepared: a package holds everything, and may not be written to.
import './require-node.mjs';

import { fail } from './fail.mjs';
import { readOptions } from './options.mjs';
import { isPackaged } from './project-root.mjs';
import { preflight } from './preflight.mjs';
import { speakTerminal } from './remote/speech.mjs';
import { stayAttached } from './stay-attached.mjs';
import { superviseNode } from './supervise-node.mjs';

stayAttached();
speakTerminal();
try {
  const { built } = readOptions('npm start', { built: 'flag', attached: 'flag' });
  // Before the build, so that a port in use is reported at once and not after a minute.
  const check = () => preflight('console');
  if (built || isPackaged) {
    await check();
  } else {
    const { prepare } = await import('./prepare.mjs');
    await prepare({ check });
  }
  await superviseNode({ console: true });
} catch (error) {
  fail(error);
}
