import { speakTerminal, t } from './remote/speech.mjs';

const OLDEST = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  speakTerminal();
  const given = { oldest: OLDEST.join('.'), version: process.versions.node };
  process.stderr.write(`${t('Redrive needs Node.js {oldest} or newer, and this is {version}.', given)}\n`);
  process.exit(1);
}
