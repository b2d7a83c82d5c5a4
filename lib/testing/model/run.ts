/**
 * Explores every interleaving of three clients with two keys and four messages: `npm run model [-- part of a name]`.
 * One instance for each kind of disturbance: all of them in one would be some hundred times as many states. Ends with 1
 * when something does not hold.
 */
import { explore, type Instance } from './explore';
import type { Budget } from './state';

const NONE: Budget = { revokes: 0, lostReplies: 0, jobs: 0, looks: 0, forwards: 0 };
const DISTURBANCES: readonly (readonly [string, Budget])[] = [
  ['failures and leases that end', NONE],
  ['a revoke', { ...NONE, revokes: 1 }],
  ['a lost reply of a send or of a receive', { ...NONE, lostReplies: 1 }],
  ['a re-drive', { ...NONE, jobs: 1 }],
  ['an expiry loop between whose look and change others act', { ...NONE, looks: 1 }],
];

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const wanted = process.argv[2] ?? '';
for (const [name, left] of DISTURBANCES) {
  if (!name.includes(wanted)) continue;
  const instance: Instance = { clients: 3, keys: 2, messagesOfAKey: 2, maxRetries: 1, mistake: null, left };
  const before = process.cpuUsage().user;
  const { states, transitions, depth, broken } = explore(instance);
  const seconds = ((process.cpuUsage().user - before) / 1e6).toFixed(0);
  say(`${name}: ${states} states, ${transitions} transitions, depth ${depth}, ${seconds} s of processor time`);
  if (broken === null) continue;
  say(broken.detail);
  for (const step of broken.trace) say(`  ${JSON.stringify(step)}`);
  process.exitCode = 1;
}
