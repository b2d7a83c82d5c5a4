// npm run demo -- --cluster: a practice incident in an Apache RocketMQ cluster of its own, attached as a workspace.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../project-root.mjs';

const HARNESS = join('e2e', 'cluster', 'support', 'practice.ts');
const KEYS = `  f  deploy the fix           b  break the 5.x clients again
  q  quit: the cluster ends, and its workspace is detached`;

/** A cluster of its own, which ends with this process. @throws StartError where none can be started */
export async function startCluster() {
  if (!existsSync(join(projectRoot, HARNESS)))
    throw startError('The practice cluster needs the sources of Redrive: its tests start it.');
  const { tsImport } = await import('tsx/esm/api');
  const { startPracticeCluster } = await tsImport(join(projectRoot, HARNESS), import.meta.url);
  process.stdout.write('Starting Apache RocketMQ 5.3.3: a name server, two brokers and a proxy ...\n');
  const started = await startPracticeCluster();
  if ('missing' in started)
    throw startError(
      `The practice cluster needs Java 17 and Maven, and ${started.missing}. Install both, or play the incident ` +
        'without a cluster: npm run demo',
    );
  return started;
}

export async function runClusterDemo(real) {
  const { tsImport } = await import('tsx/esm/api');
  const { openClusterDemo } = await tsImport('../../practice/cluster/demo.ts', import.meta.url);
  const demo = await openClusterDemo(real);
  try {
    await demo.start();
    await converse(demo);
  } finally {
    const attached = await demo.close();
    if (attached !== null) process.stdout.write(`${attached} Its workspace stays; detach it in Settings, Clusters.\n`);
  }
}

async function converse(demo) {
  process.stdout.write(`
The practice cluster is running. 5.x clients send orders and ledger entries through its proxy; a 4.x client reads mails.

  Its groups                 ${demo.pagesUrl}/groups
  Dead letters (after 60 s)  ${demo.pagesUrl}/dead-letters

Deploy the fix, then re-drive the dead letters in the browser and watch the verdict on each.

${process.stdin.isTTY ? KEYS : '  Ctrl C stops it.'}
`);
  let shown = '';
  const forget = demo.onChange(() => {
    const { line } = demo;
    if (line === null || line === shown) return;
    shown = line;
    const width = (process.stdout.columns ?? 80) - 1;
    process.stdout.write(process.stdout.isTTY ? `\r${line.slice(0, width)}\u001b[K` : `${line}\n`);
  });
  await new Promise((quit, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, quit);
    if (!process.stdin.isTTY) return;
    process.stdin.setRawMode(true).resume();
    process.stdin.on('data', (data) => {
      const key = data.toString();
      if (key === 'q' || key === '\u0003') quit();
      else if (key === 'b') demo.break();
      else if (key === 'f')
        demo
          .fix()
          .then(() => process.stdout.write(`\nThe fix is deployed. Re-drive: ${demo.pagesUrl}/dead-letters\n`), reject);
    });
  });
  forget();
  if (process.stdin.isTTY) process.stdin.setRawMode(false).pause();
  process.stdout.write('\nStopping the practice clients and the cluster ...\n');
}

function startError(message) {
  return Object.assign(new Error(message), { name: 'StartError' });
}
