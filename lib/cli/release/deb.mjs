// node lib/cli/release/deb.mjs [--tarball dist/redrive-<version>.tgz]: the package for Debian and Ubuntu of this
// machine's processor, made by dpkg-deb alone. It holds what npm installs, the systemd unit and its settings.
import '../require-node.mjs';

import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { fail } from '../fail.mjs';
import { readOptions } from '../options.mjs';
import { projectRoot } from '../project-root.mjs';
import { runCommand } from '../run-command.mjs';
import { freePorts } from './newcomer.mjs';

const DIST = join(projectRoot, 'dist');
const { version, description } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
/** Where npm puts it, below the root of the system. */
const HOME = 'usr/lib/redrive';
const PROGRAM = 'node_modules/redrive/lib/cli/redrive.mjs';
const UNIT = 'usr/lib/systemd/system/redrive.service';
const SETTINGS = 'etc/redrive.env';

const SCRIPTS = {
  postinst: `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  [ -z "$2" ] || systemctl try-restart redrive.service
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now redrive.service; fi
`,
};

/** @param tarball what `npm run package` makes @returns the path of the package */
export async function packDeb(tarball) {
  const root = join(DIST, 'deb');
  rmSync(root, { recursive: true, force: true });
  const put = (path, text, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
  };
  const home = join(root, HOME);
  mkdirSync(home, { recursive: true });
  const options = ['--prefix', home, '--omit=dev', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  await runCommand('npm', ['install', ...options, tarball]);
  for (const name of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'])
    rmSync(join(home, name), { force: true });
  mkdirSync(join(root, 'usr', 'bin'), { recursive: true });
  symlinkSync(`../lib/redrive/${PROGRAM}`, join(root, 'usr', 'bin', 'redrive'));
  chmodSync(join(home, PROGRAM), 0o755);
  put(UNIT, readFileSync(join(projectRoot, 'deploy', 'redrive.service')));
  put(
    SETTINGS,
    '# Settings of redrive.service: see docs/operate/configuration.md\n# PORT=3000\n# DATABASE_URL=\n',
    0o600,
  );
  put('usr/share/doc/redrive/copyright', '');
  cpSync(join(projectRoot, 'LICENSE'), join(root, 'usr/share/doc/redrive/copyright'));
  const architecture = (await runCommand('dpkg', ['--print-architecture'])).trim();
  const size = (await runCommand('du', ['-sk', '--exclude=DEBIAN', root])).split('\t')[0];
  put('DEBIAN/control', controlOf(architecture, size));
  put('DEBIAN/conffiles', `/${SETTINGS}\n`);
  for (const [name, text] of Object.entries(SCRIPTS)) put(`DEBIAN/${name}`, text, 0o755);
  const file = join(DIST, `redrive_${version}_${architecture}.deb`);
  await runCommand('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', root, file]);
  rmSync(root, { recursive: true, force: true });
  await check(file);
  return file;
}

function controlOf(architecture, size) {
  return `Package: redrive
Version: ${version}
Architecture: ${architecture}
Maintainer: Redrive <redrive@redrive.example>
Installed-Size: ${size}
Depends: nodejs (>= 20.19), libc6
Section: net
Priority: optional
Description: ${description.split(' with ')[0]}
 ${description}.
`;
}

/** Unpacked, it says its version, and the unit names programs and files that are in it. @throws */
async function check(file) {
  const folder = mkdtempSync(join(tmpdir(), 'redrive-deb-'));
  try {
    await runCommand('dpkg-deb', ['--extract', file, folder]);
    const says = (await runCommand(join(folder, 'usr', 'bin', 'redrive'), ['--version'])).trim();
    if (says !== version) throw new Error(`${file}: redrive --version says "${says}", not ${version}.`);
    const unit = readFileSync(join(folder, UNIT), 'utf8');
    for (const line of [`EnvironmentFile=/${SETTINGS}`, 'ExecStart=/usr/bin/env redrive start'])
      if (!unit.split('\n').includes(line)) throw new Error(`${file}: the unit has no line ${line}.`);
    const owners = await runCommand('dpkg-deb', ['--contents', file]);
    const foreign = owners.split('\n').find((line) => line !== '' && !line.includes(' root/root '));
    if (foreign !== undefined) throw new Error(`${file}: not owned by root: ${foreign}`);
    if (!/-rw------- root\/root .* \.\/etc\/redrive\.env$/m.test(owners))
      throw new Error(`${file}: other users can read /${SETTINGS}.`);
    const env = { ...(await freePorts()), REDRIVE_DATA_DIR: join(folder, 'data') };
    await runCommand(join(folder, 'usr', 'bin', 'redrive'), ['doctor'], { env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main() {
  const { tarball } = readOptions('node lib/cli/release/deb.mjs', { tarball: 'value' });
  const { packRelease } = await import('./pack.mjs');
  const file = await packDeb(tarball === undefined ? (await packRelease()).tarball : resolve(tarball));
  process.stdout.write(`${file}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main().catch(fail);
