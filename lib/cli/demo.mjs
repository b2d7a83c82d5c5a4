// npm run demo: a practice incident made by real SDK clients, against the running server or one started for it.
import './require-node.mjs';

import { setTimeout as sleep } from 'node:timers/promises';

import { runClusterDemo, startCluster } from './demo/cluster.mjs';
import { ensureServer, stopServer } from './demo/server.mjs';
import { fail } from './fail.mjs';
import { installAndGenerate } from './install-and-generate.mjs';
import { projectRoot } from './project-root.mjs';
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
/** For scripts: ends, and removes what it made, once every cause was seen and the fix took. */
const once = process.argv.includes('--once');
/** How long it sends, minutes; without it until it is stopped. */
const minutes = minutesOf(process.argv);

try {
  await withTreeLock(installAndGenerate);
  process.chdir(projectRoot);
  // Whether there can be one is known before anything else is started.
  const cluster = process.argv.includes('--cluster') ? await startCluster() : undefined;
  const server = await ensureServer();
  try {
    await (cluster === undefined ? runDemo(server !== undefined) : runClusterDemo(cluster));
  } finally {
    await stopServer(server);
    await cluster?.close();
  }
  process.exit(0);
} catch (error) {
  fail(error?.name === 'BrokerError' ? Object.assign(new Error(error.message), { name: 'StartError' }) : error);
}

async function runDemo(ownServer) {
  const { tsImport } = await import('tsx/esm/api');
  const { openDemo } = await tsImport('../practice/demo.ts', import.meta.url);
  const demo = await openDemo(minutes === undefined ? {} : { sendingLimitMs: minutes * 60_000 });
  try {
    await demo.start().catch((error) => {
      if (!ownServer) error.message += ' Is the running server on this database (REDRIVE_DATA_DIR, DATABASE_URL)?';
      throw error;
    });
    if (once) await runOnce(demo);
    else await converse(demo);
  } finally {
    await demo.close();
  }
}

function explain({ consoleUrl, sendsFor }) {
  const stop = process.stdin.isTTY ? KEYS : '  Ctrl C stops it.';
  process.stdout.write(`
The practice incident is running: RocketMQ clients send orders and ledger entries ${sendsFor}.
Orders of one payment gateway and orders without a postcode fail; one ledger account blocks its ordered key.

  What needs you            ${consoleUrl}/
  Dead letters (after 35 s) ${consoleUrl}/dead-letters?group=practice-billing
  Blocked keys              ${consoleUrl}/groups/practice-ledger/keys

Deploy the fix, then re-drive the dead letters in the browser and watch them being consumed.

${stop}
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

async function converse(demo) {
  explain(demo);
  const forget = demo.onChange(createDisplay(demo));
  await new Promise((quit, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, quit);
    if (!process.stdin.isTTY) return;
    process.stdin.setRawMode(true).resume();
    let busy = false;
    process.stdin.on('data', (data) => {
      const key = data.toString();
      if (key === 'q' || key === '\u0003') return quit();
      if (busy) return;
      busy = true;
      press(demo, key)
        .catch(reject)
        .finally(() => (busy = false));
    });
  });
  forget();
  if (process.stdin.isTTY) process.stdin.setRawMode(false).pause();
  process.stdout.write(
    '\nStopping the practice clients. Their topics, groups and messages stay until the next reset.\n',
  );
}

async function press(demo, key) {
  if (key === 'f') {
    await demo.fix();
    process.stdout.write(`\nThe fix is deployed. Re-drive the dead letters: ${demo.consoleUrl}/dead-letters\n`);
  }
  if (key === 'b') {
    await demo.break();
    process.stdout.write('\nBroken again: new messages fail as before.\n');
  }
  const scene = SCENES[key];
  if (scene !== undefined) {
    await demo.play(scene.name);
    process.stdout.write(`\n${scene.says(demo)}\n`);
  }
  if (key === 'r') {
    process.stdout.write('\nResetting ...\n');
    await demo.end();
    // The server notices within a second that the topics are new ones.
    await sleep(1200);
    await demo.start();
    explain(demo);
  }
}

/** Over the line before. A line that the terminal would wrap cannot be written over: it is cut. */
function inPlace(line) {
  return `\r${line.slice(0, (process.stdout.columns ?? 80) - 1)}\u001b[K`;
}

/** Each line once: a run that has come to rest must not fill a log. */
function createDisplay(demo) {
  let [shown, hasEnded] = ['', false];
  return () => {
    const { line, state } = demo;
    if (line === null) {
      if (state.phase === 'stopped' && state.lastFailure !== null) process.stdout.write(`\n${state.lastFailure}\n`);
      return;
    }
    if (line !== shown) process.stdout.write(process.stdout.isTTY ? inPlace(line) : `${line}\n`);
    shown = line;
    const ended = state.tally.sendingEnded !== null;
    if (ended && !hasEnded) explainEnd();
    hasEnded = ended;
  };
}

function minutesOf(argv) {
  const at = argv.indexOf('--minutes');
  if (at === -1) return undefined;
  const given = Number(argv[at + 1]);
  if (given > 0 && given <= MOST_MINUTES) return given;
  fail(
    Object.assign(
      new Error(`--minutes must be above 0 and at most ${MOST_MINUTES}; it is ${argv[at + 1] ?? 'missing'}.`),
      {
        name: 'StartError',
      },
    ),
  );
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
      if (demo.state.phase === 'stopped') reject(new Error(demo.state.lastFailure ?? 'the practice clients ended'));
      else if (holds(demo.state)) resolve();
      else return;
      forget();
    };
    const forget = demo.onChange(look);
    look();
  });
}
