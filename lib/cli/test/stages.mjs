// What npm test runs, and what must have ended before. A stage that cannot run counts as one failure.
//
//   build -> browser, sources         browser, protocol, sources -> rocketmq -> conformance
//   build, unit -> core, protocol     protocol, sources -> cluster
//
// What computes gives way to the others: a client or a browser that waits for the processor may reach its time limit. The
// comparison comes first where it runs: it measures seconds of both brokers. The short form compares nothing: its clients
// for Java (`afterShort`) begin as soon as those of the protocol tests have left.
import { join } from 'node:path';

import { runNode } from '../run-command.mjs';
import { withTreeLock } from '../tree-lock.mjs';
import { runPlaywright, runVitest } from './runners.mjs';

export const STAGES = [
  { name: 'build', title: 'Build', after: [], nice: 0, run: build },
  { name: 'browser', title: 'Browser tests', after: ['build'], nice: 0, run: runPlaywright },
  { name: 'unit', title: 'Unit tests', after: [], nice: 10, run: () => runVitest('unit', ['unit']) },
  // Generates in the folder of the build.
  { name: 'sources', title: 'Sources', after: ['build'], nice: 10, run: verifySources },
  {
    name: 'core',
    title: 'Database and console tests',
    after: ['build', 'unit'],
    // Its statements have limits of seconds by the clock: with less it would reach them.
    nice: 5,
    run: () => runVitest('core', ['db']),
  },
  {
    name: 'protocol',
    title: 'Protocol tests',
    // Some of its nodes start as a user starts them: they wait for the lock that the build holds.
    after: ['build', 'unit'],
    nice: 0,
    run: () => runVitest('protocol', ['protocol']),
  },
  {
    name: 'rocketmq',
    title: 'Official Java SDK, and comparison with Apache RocketMQ',
    after: ['browser', 'protocol', 'sources'],
    afterShort: ['protocol', 'sources'],
    nice: 0,
    compares: true,
    run: () => runVitest('rocketmq', ['java', 'rocketmq']),
  },
  {
    name: 'cluster',
    title: 'Attached cluster: Apache RocketMQ with two brokers',
    after: ['protocol', 'sources'],
    nice: 5,
    compares: true,
    run: () => runVitest('cluster', ['cluster']),
  },
  {
    name: 'sdks',
    title: 'Official SDKs for Go, Python and Rust',
    after: ['rocketmq'],
    nice: 0,
    onlyFull: true,
    folder: 'e2e/sdks/',
    run: () => runVitest('sdks', ['sdks']),
  },
  { name: 'conformance', title: 'Conformance page', after: ['rocketmq', 'protocol'], nice: 0, run: checkConformance },
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
