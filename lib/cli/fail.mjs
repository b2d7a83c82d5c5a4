// One clear sentence and a non-zero exit; what a child process printed comes first.
import { userInfo } from 'node:os';

import { projectRoot } from './project-root.mjs';
import { msg, t } from './remote/speech.mjs';

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
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return t('The disk of {folder} is full: {path} cannot be written.', { folder: projectRoot, path });
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return null;
  return t(
    msg(`{folder} cannot be written by {user} ({code}: {path}), and npm start prepares packages and the console there.
    Start it as the user who owns that directory, or run "npm run build" as that user and then
    "node lib/cli/start.mjs --built" with REDRIVE_DATA_DIR set to a directory that this user may write.`),
    { folder: projectRoot, user: describeUser(), code, path },
  );
}

function describeUser() {
  try {
    return t('the user {name}', { name: userInfo().username });
  } catch {
    return t('uid {uid}', { uid: process.getuid?.() });
  }
}
