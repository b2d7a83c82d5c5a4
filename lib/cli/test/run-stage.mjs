// One stage of npm test, in a process of its own: what came of it goes to the parent.
import { STAGES } from './stages.mjs';

const { title, run } = STAGES.find(({ name }) => name === process.argv[2]);
let result;
try {
  result = await run();
} catch (error) {
  process.stdout.write(`${error.output ?? ''}\n${error.output === undefined ? error.stack : error.message}\n`);
  result = { failed: 1, failures: [`- ${title}: ${error.message}`] };
}
process.send({ passed: 0, failed: 0, skipped: 0, failures: [], ...result }, () => process.disconnect());
