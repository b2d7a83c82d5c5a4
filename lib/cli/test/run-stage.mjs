// One stage of npm test, in a process of its own: what came of it goes to the parent.
import { existsSync, readFileSync } from 'node:fs';

import { STAGES } from './stages.mjs';

const OWN_TIMES = '/proc/self/stat';
const TICK_MS = 10;

const { title, run } = STAGES.find(({ name }) => name === process.argv[2]);
let result;
try {
  result = await run();
} catch (error) {
  process.stdout.write(`${error.output ?? ''}\n${error.output === undefined ? error.stack : error.message}\n`);
  result = { failed: 1, failures: [`- ${title}: ${error.message}`] };
}
const message = { passed: 0, failed: 0, skipped: 0, failures: [], computedMs: readComputedMs(), ...result };
process.send(message, () => process.disconnect());

/** What this process and all that ended below it computed. Linux alone counts it; elsewhere, this process only. */
function readComputedMs() {
  const { user, system } = process.cpuUsage();
  if (!existsSync(OWN_TIMES)) return (user + system) / 1000;
  // After the name, which may hold anything: own user and system time, then those of children.
  const fields = readFileSync(OWN_TIMES, 'utf8').split(') ').at(-1).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}
