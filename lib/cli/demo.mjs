// npm run demo: a practice incident made by real SDK clients, against the running server or one started for it.
//   --minutes 8               how long it sends; without it until it is stopped
//   --script "60s f 30s q"    plays the keys without a terminal
//   --once                    for scripts: ends, and removes what it made, once every cause was seen and the fix took
//   --cluster                 in an Apache RocketMQ cluster of its own
import './require-node.mjs';

import { setTimeout as sleep } from 'node:timers/promises';

import { CLUSTER_KEYS, runClusterDemo, startCluster } from './demo/cluster.mjs';
import { createDisplay, playKeys, readScript } from './demo/keys.mjs';
import { ensureServer, stopServer } from './demo/server.mjs';
import { loadProgram } from './bundle.mjs';
import { fail } from './fail.mjs';
import { installAndGenerate } from './install-and-generate.mjs';
import { readOptions, refusal } from './options.mjs';
import { isPackaged, projectRoot } from './project-root.mjs';
import { stayAttached } from './stay-attached.mjs';
import { withTreeLock } from './tree-lock.mjs';

const MOST_MINUTES = 1440;
const KEYS = `  f  deploy the fix           b  break it again
  t  throttle burst           600 orders against a limit of 10 per second
  p  poison ordered key       one account waits until you act on its head
  r  reset and start again    q  quit`;
/** The scenes that a key plays, and what is to be seen of each. */
const SCENES = {
  t: {
    name: 'throttle',
    says: ({
      consoleUrl,
    }) => `Throttle burst: 600 orders are sent to practice-orders, which has a limit of 10 per second now.
  Who is refused            ${consoleUrl}/throttling?topic=practice-orders`,
  },
  p: {
    name: 'poison',
    says: ({
      consoleUrl,
    }) => `Poison ordered key: entries of account-5 are in a currency that no fix can read, so the key is blocked.
  Act on its head           ${consoleUrl}/groups/practice-ledger/keys`,
  },
};
const STILL_MS = 10_000;

stayAttached();
try {
  const given = readOptions('npm run demo', { minutes: 'value', script: 'value', once: 'flag', cluster: 'flag' });
  const minutes = readMinutes(given.minutes);
  const keys = given.cluster ? CLUSTER_KEYS : ['f', 'b', 'r', ...Object.keys(SCENES)];
  const script = given.script === undefined ? [] : readScript(given.script, keys);
  process.chdir(projectRoot);
  if (!isPackaged) await withTreeLock(installAndGenerate);
  // Whether there can be one is known before anything else is started.
  const cluster = given.cluster ? await startCluster() : undefined;
  const server = await ensureServer();
  try {
    const ended = server?.ended;
    if (cluster === undefined) await runDemo({ minutes, once: given.once === true, script, ended });
    else await runClusterDemo(cluster, { script, ended });
  } finally {
    await stopServer(server);
    await cluster?.close();
  }
  process.exit(0);
} catch (error) {
  fail(error?.name === 'BrokerError' ? refusal(error.message) : error);
}

async function runDemo({ minutes, once, script, ended }) {
  const { openDemo } = await loadProgram('lib/practice/demo.ts');
  const demo = await openDemo(minutes === null ? {} : { sendingLimitMs: minutes * 60_000 });
  const forget = demo.onChange(createReport(demo));
  try {
    await start(demo);
    if (once) await runOnce(demo);
    else {
      explain(demo);
      await playKeys(actionsOf(demo), script, ended);
      process.stdout.write(
        '\nStopping the practice clients. Their topics, groups and messages stay until the next reset.\n',
      );
    }
  } finally {
    forget();
    await demo.close();
  }
}

/** However long the machine takes; what it waits for is said again and again. */
async function start(demo) {
  const startedAt = performance.now();
  const reminder = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (demo.state.phase === 'starting') process.stdout.write(`  ... ${seconds} s: ${demo.line}\n`);
  }, STILL_MS);
  try {
    await demo.start();
  } finally {
    clearInterval(reminder);
  }
}

function explain({ consoleUrl, sendsFor }) {
  const keys = process.stdin.isTTY
    ? KEYS
    : `  Without a terminal, the same as buttons under "Practice incident": ${consoleUrl}/groups
  By the clock: npm run demo -- --script "60s f 30s q"    Ctrl C stops it.
${KEYS}`;
  process.stdout.write(`
The practice incident is running: RocketMQ clients send orders and ledger entries ${sendsFor}.
Orders of one payment gateway and orders without a postcode fail; one ledger account blocks its ordered key.

  What needs you            ${consoleUrl}/
  Dead letters (after 35 s) ${consoleUrl}/dead-letters?group=practice-billing
  Blocked keys              ${consoleUrl}/groups/practice-ledger/keys

Deploy the fix, then re-drive the dead letters in the browser and watch them being consumed.

${keys}
`);
}

/** Sending ends by itself only with --minutes. */
function explainEnd() {
  const next = process.stdin.isTTY ? ' Press r to reset and start again, q to quit.' : '';
  process.stdout.write(`
Sending has ended. The clients stay connected: due retries still fail, and re-driven messages are consumed once the fix
is deployed.${next}
`);
}

function actionsOf(demo) {
  const scenes = Object.entries(SCENES).map(([key, { name, says }]) => [
    key,
    async () => {
      await demo.play(name);
      process.stdout.write(`\n${says(demo)}\n`);
    },
  ]);
  return {
    ...Object.fromEntries(scenes),
    f: async () => {
      await demo.fix();
      process.stdout.write(`\nThe fix is deployed. Re-drive the dead letters: ${demo.consoleUrl}/dead-letters\n`);
    },
    b: async () => {
      await demo.break();
      process.stdout.write('\nBroken again: new messages fail as before.\n');
    },
    r: async () => {
      process.stdout.write('\nResetting ...\n');
      await demo.end();
      // The server notices within a second that the topics are new ones.
      await sleep(1200);
      await start(demo);
      explain(demo);
    },
  };
}

function createReport(demo) {
  const display = createDisplay(() => demo.line);
  let hasEnded = false;
  return () => {
    const { state } = demo;
    display();
    if (state.phase === 'stopped' && state.lastFailure !== null) process.stdout.write(`\n${demo.failure}\n`);
    const ended = state.phase === 'running' && state.tally.sendingEnded !== null;
    if (ended && !hasEnded) explainEnd();
    hasEnded = ended;
  };
}

/** @returns null: until it is stopped */
function readMinutes(text) {
  if (text === undefined) return null;
  const given = Number(text);
  if (given > 0 && given <= MOST_MINUTES) return given;
  throw refusal(`--minutes must be above 0 and at most ${MOST_MINUTES} (got "${text}").`);
}

async function runOnce(demo) {
  await until(
    demo,
    ({ phase, tally }) => phase === 'running' && Object.values(tally.failed).every((count) => count > 0),
  );
  await demo.fix();
  await until(demo, ({ phase, broken, tally }) => phase === 'running' && !broken && tally.consumed > 0);
  process.stdout.write(`${demo.line}\n`);
  await demo.end();
  process.stdout.write('Every cause was seen, the fix took, everything is removed again.\n');
}

function until(demo, holds) {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (demo.state.phase === 'stopped') reject(new Error(demo.failure));
      else if (holds(demo.state)) resolve();
      else return;
      forget();
    };
    const forget = demo.onChange(look);
    look();
  });
}
