// npm run release -- --dry-run: makes every artefact of a release in dist/ and tests the artefacts, not the tree. It
// publishes nothing: .github/workflows/release.yml runs it for a tag, and then publishes what it made.
import '../require-node.mjs';

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fail } from '../fail.mjs';
import { readOptions, refusal } from '../options.mjs';
import { step } from '../progress.mjs';
import { projectRoot } from '../project-root.mjs';
import { runCommand, runNode } from '../run-command.mjs';
import { pagesBehind } from '../translations.mjs';

const DIST = join(projectRoot, 'dist');
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));

try {
  const options = readOptions('npm run release', { 'dry-run': 'flag' });
  if (!options['dry-run'])
    throw refusal('npm run release makes and tests: give --dry-run. A tag publishes (.github/workflows/release.yml).');
  await release();
} catch (error) {
  fail(error);
}

async function release() {
  rmSync(DIST, { recursive: true, force: true });
  const warnings = [...notesWarnings(), ...pagesBehind()];
  const { packRelease } = await import('./pack.mjs');
  const { tarball, unpackedBytes } = await step('Packing', packRelease);
  await step('Testing the package as it is installed', () =>
    runNode([join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'protocol', 'e2e/protocol/installed'], {
      env: { REDRIVE_PACKED: '1' },
    }),
  );
  const { checkNewcomer } = await import('./newcomer.mjs');
  await step('Installing and using the package as a newcomer does', () => checkNewcomer(tarball));
  const bill = await runCommand('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev']);
  writeFileSync(join(DIST, `redrive-${version}.cdx.json`), bill);
  if (spawnSync('dpkg-deb', ['--version']).status === 0) {
    const { packDeb } = await import('./deb.mjs');
    await step('Packing for Debian and Ubuntu', () => packDeb(tarball));
  } else warnings.push('Packing for Debian and Ubuntu: left out, as dpkg-deb is not here.');
  for (const { tool, title, args } of [
    { tool: 'helm', title: 'Packing the chart', args: ['package', 'deploy/helm/redrive', '--destination', DIST] },
    { tool: 'docker', title: 'Building the image', args: ['build', '-f', 'deploy/Dockerfile', '-t', 'redrive', '.'] },
  ])
    if (spawnSync(tool, ['version']).status === 0) await step(title, () => runCommand(tool, args));
    else warnings.push(`${title}: left out, as ${tool} is not here.`);
  await step('Building the site of the manual', async () => {
    await runNode([join('lib', 'cli', 'docs.mjs')]);
    await runCommand('tar', ['-czf', join(DIST, `redrive-${version}-manual.tgz`), '-C', join(DIST, 'site'), '.']);
  });
  writeSums();
  for (const warning of warnings) process.stdout.write(`NOTE ${warning}\n`);
  process.stdout.write(
    `Redrive ${version}: the package is ${(unpackedBytes / 1e6).toFixed(1)} MB unpacked. All is in dist/.\n`,
  );
}

/** A release has notes with its date. */
function* notesWarnings() {
  const changes = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
  const heading = changes.split('\n').find((line) => line.startsWith(`## ${version}`));
  if (heading === undefined) yield `CHANGELOG.md has no notes of ${version}: what it has is "Unreleased".`;
  else if (!/ – \d{4}-\d{2}-\d{2}$/.test(heading)) yield `The notes of ${version} in CHANGELOG.md have no date.`;
}

function writeSums() {
  const files = readdirSync(DIST).filter((name) => /\.(deb|json|tgz)$/.test(name));
  const sums = files.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(DIST, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(DIST, 'SHA256SUMS'), sums.join(''));
}
