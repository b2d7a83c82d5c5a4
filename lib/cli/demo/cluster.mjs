// npm run demo -- --cluster: a practice incident in an Apache RocketMQ cluster of its own, attached as a workspace.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { refusal } from '../options.mjs';
import { step } from '../progress.mjs';
import { projectRoot } from '../project-root.mjs';
import { createDisplay, playKeys } from './keys.mjs';

const HARNESS = join('e2e', 'cluster', 'support', 'practice.ts');
export const CLUSTER_KEYS = ['f', 'b'];
const KEYS = `  f  deploy the fix           b  break the 5.x clients again
  q  quit: the cluster ends, and its workspace is detached`;

/** A cluster of its own, which ends with this process. @throws StartError where none can be started */
export async function startCluster() {
  if (!existsSync(join(projectRoot, HARNESS)))
    throw refusal('The practice cluster needs the sources of Redrive: its tests start it.');
  const { tsImport } = await import('tsx/esm/api');
  const { startPracticeCluster } = await tsImport(join(projectRoot, HARNESS), import.meta.url);
  const started = await startPracticeCluster(step);
  if ('missing' in started)
    throw refusal(
      `The practice cluster needs Java 17 and Maven, and ${started.missing}. Install both, or play the incident ` +
        'without a cluster: npm run demo',
    );
  return started;
}

export async function runClusterDemo(real, { script, ended }) {
  const { tsImport } = await import('tsx/esm/api');
  const { openClusterDemo } = await tsImport('../../practice/cluster/demo.ts', import.meta.url);
  const demo = await openClusterDemo(real);
  const forget = demo.onChange(createDisplay(() => demo.line));
  try {
    await step('Attaching the cluster, making topics and groups, connecting the clients', () => demo.start(sayOnce()));
    explain(demo);
    const fix = async () => {
      await demo.fix();
      process.stdout.write(`\nThe fix is deployed. Re-drive: ${demo.pagesUrl}/dead-letters\n`);
    };
    await playKeys({ f: fix, b: async () => demo.break() }, script, ended);
    process.stdout.write('\nStopping the practice clients and the cluster ...\n');
  } finally {
    forget();
    const attached = await demo.close();
    if (attached !== null) process.stdout.write(`${attached} Its workspace stays; detach it in Settings, Clusters.\n`);
  }
}

/** Why it has to wait, each reason once. */
function sayOnce() {
  const said = new Set();
  return (reason) => {
    if (said.has(reason)) return;
    said.add(reason);
    process.stdout.write(`  waiting: ${reason}\n`);
  };
}

function explain({ pagesUrl }) {
  process.stdout.write(`
The practice cluster is running. 5.x clients send orders and ledger entries through its proxy; a 4.x client reads mails.

  Its groups                 ${pagesUrl}/groups
  Dead letters (after 60 s)  ${pagesUrl}/dead-letters

Deploy the fix, then re-drive the dead letters in the browser and watch the verdict on each.

${process.stdin.isTTY ? KEYS : '  Without a terminal, --script plays the keys: npm run demo -- --cluster --script "90s f 60s q". Ctrl C stops it.'}
`);
}
