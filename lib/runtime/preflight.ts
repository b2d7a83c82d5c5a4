import { checkStart } from './check-start';
import { readConfig } from './config';
import { describeFailure } from './start-error';

/** What can be refused without building anything (check-start). */
try {
  await checkStart(readConfig(process.env), process.argv[2] === 'console' ? 'console' : 'broker');
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
