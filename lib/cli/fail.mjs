// One clear sentence and a non-zero exit; what a child process printed comes first.
import { userInfo } from 'node:os';

import { projectRoot } from './project-root.mjs';

export function fail(error) {
  const output = error?.output?.trim();
  if (output) process.stderr.write(`${output.split('\n').slice(-40).join('\n')}\n`);
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}

function describe(error) {
  if (error?.name === 'StartError' || error?.output !== undefined) return error.message;
  return describeTree(error) ?? error?.stack ?? String(error);
}

/** npm start prepares the tree that it runs from. Null: it is something else. */
function describeTree({ code, path }) {
  if (typeof path !== 'string' || !path.startsWith(projectRoot)) return null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk of ${projectRoot} is full: ${path} cannot be written.`;
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return null;
  return (
    `${projectRoot} cannot be written by ${describeUser()} (${code}: ${path}), and npm start prepares packages and ` +
    'the console there. Start it as the user who owns that directory, or run "npm run build" as that user and then ' +
    '"node lib/cli/start.mjs --built" with REDRIVE_DATA_DIR set to a directory that this user may write.'
  );
}

function describeUser() {
  try {
    return `the user ${userInfo().username}`;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
