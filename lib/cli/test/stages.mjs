// What npm test runs, and what must have ended before. A stage that cannot run counts as one failure. Stages share the
// processor by their niceness. The comparison with another broker measures seconds, so it is served first; what only
// computes takes what is left.
import { join } from 'node:path';

import { runNode } from '../run-command.mjs';
import { withTreeLock } from '../tree-lock.mjs';
import { runPlaywright, runVitest } from './runners.mjs';

/** The longest chain first: the browser tests need the build. */
export const STAGES = [
  { name: 'build', title: 'Build', after: [], nice: 3, run: build },
  {
    name: 'protocol',
    title: 'Protocol tests',
    after: [],
    nice: 2,
    run: () => runVitest('protocol', ['protocol']),
  },
  {
    name: 'rocketmq',
    title: 'Official Java SDK, and comparison with Apache RocketMQ',
    after: [],
    nice: 0,
    run: () => runVitest('rocketmq', ['java', 'rocketmq']),
  },
  {
    name: 'sdks',
    title: 'Official SDKs for Go, Python and Rust',
    after: ['protocol', 'rocketmq'],
    nice: 2,
    onlyFull: true,
    run: () => runVitest('sdks', ['sdks']),
  },
  { name: 'sources', title: 'Sources', after: ['build'], nice: 5, run: verifySources },
  {
    name: 'core',
    title: 'Unit and database tests',
    after: ['build'],
    nice: 5,
    run: () => runVitest('core', ['unit', 'db', 'console']),
  },
  { name: 'browser', title: 'Browser tests', after: ['build'], nice: 2, run: runPlaywright },
  {
    name: 'conformance',
    title: 'Conformance page',
    after: ['core', 'protocol', 'rocketmq'],
    nice: 0,
    run: checkConformance,
  },
];

async function build() {
  const { ensureBuilt } = await import('../build.mjs');
  await withTreeLock(ensureBuilt);
  return {};
}

async function verifySources() {
  const { verify } = await import('../verify.mjs');
  const { problems, ...counts } = await verify();
  return { ...counts, failures: problems };
}

/** One check: the page says of every behaviour case what the tests of this run found. */
async function checkConformance() {
  await runNode(['--import', 'tsx', join('e2e', 'conformance', 'generate.ts'), '--check'], { stdio: 'inherit' });
  return { passed: 1 };
}
