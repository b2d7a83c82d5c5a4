// `npm ci` when what is installed is not what package-lock.json says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { step } from './progress.mjs';
import { projectRoot } from './project-root.mjs';
import { t } from './remote/speech.mjs';
import { runCommand } from './run-command.mjs';

export async function ensureInstalled() {
  if (isInstalled()) return;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await step(t('Installing packages (npm ci)'), () =>
    // The console is built and type-checked here, so the development packages belong to it.
    runCommand(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']),
  );
}

/** npm writes the hidden lock file last, so a killed install is never taken for a finished one. */
function isInstalled() {
  const wanted = readPackages(join(projectRoot, 'package-lock.json'));
  const installed = readPackages(join(projectRoot, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  return Object.entries(wanted ?? {}).every(([path, { version, optional, devOptional, peer }]) => {
    if (path === '') return true;
    if (installed[path] === undefined) return optional === true || devOptional === true || peer === true;
    return installed[path].version === version;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
