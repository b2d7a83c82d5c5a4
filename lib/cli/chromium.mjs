// A Chromium for the browser tests: an installed one, else Playwright's, else the system's package as root.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { step } from './progress.mjs';
import { runCommand, runNode } from './run-command.mjs';

/** The one without a window first: each context of the others draws a toolbar, which takes four times the processor. */
const WINDOWLESS = 'chromium-headless-shell';
const COMMANDS = [WINDOWLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of an executable; installs one when there is none. */
export async function ensureChromium() {
  const found = findInstalled() ?? (await findPlaywrights());
  if (found !== undefined) return found;
  await step('Installing Chromium (playwright install)', () =>
    runNode([join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium']),
  ).catch(() => undefined);
  const downloaded = await findPlaywrights();
  if (downloaded !== undefined) return downloaded;
  if (process.getuid?.() === 0 && findCommand('apt-get') !== undefined) {
    await step('Installing Chromium (apt-get)', async () => {
      const env = { DEBIAN_FRONTEND: 'noninteractive' };
      await runCommand('apt-get', ['update', '-qq'], { env });
      const install = (name) =>
        runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
      await install(WINDOWLESS).catch(() => install('chromium'));
    });
  }
  const installed = findInstalled();
  if (installed !== undefined) return installed;
  throw new Error(
    'No Chromium was found and none could be installed: install one, or set REDRIVE_CHROMIUM to its path.',
  );
}

function findInstalled() {
  const given = process.env.REDRIVE_CHROMIUM;
  if (given) return given;
  return COMMANDS.map(findCommand).find((path) => path !== undefined) ?? APPLICATIONS.find((path) => existsSync(path));
}

async function findPlaywrights() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function findCommand(command) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
