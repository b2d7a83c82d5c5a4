// Which version of Redrive brought which migration (prisma/releases/released.json), and what no release may do.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from './project-root.mjs';

const LIST = join(projectRoot, 'prisma', 'releases', 'released.json');
const MIGRATIONS = join(projectRoot, 'prisma', 'migrations');
const FUNCTIONS = join(projectRoot, 'prisma', 'functions');

/**
 * @returns what was released, by version, and what this tree has: migrations with checksums, one checksum of all
 * functions' heads
 */
export function readReleases() {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const released = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : {};
  const names = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const migrations = Object.fromEntries(
    names
      .map(({ name }) => name)
      .toSorted()
      .map((name) => [name, checksum(readFileSync(join(MIGRATIONS, name, 'migration.sql')))]),
  );
  const snapshots = readdirSync(join(projectRoot, 'prisma', 'releases')).filter((file) => file.endsWith('.sql'));
  return {
    version,
    released,
    migrations,
    signatures: checksumOfSignatures(),
    snapshots: snapshots.map((file) => file.slice(0, -'.sql'.length)),
  };
}

/** What stands against releasing, or against what was released. */
export function findProblems({ version, released, migrations, signatures, snapshots }) {
  const frozen = Object.entries(released).flatMap(([by, own]) =>
    Object.entries(own.migrations).map(([name, sum]) => [name, sum, by]),
  );
  const last = frozen.reduce((highest, [name]) => (name > highest ? name : highest), '');
  const fresh = freshMigrations({ released, migrations });
  const latest = Object.keys(released).at(-1);
  const isSameLine = latest !== undefined && line(latest) === line(version);
  return [
    ...frozen.flatMap(([name, sum, by]) => {
      if (migrations[name] === undefined) return [`migration ${name} was released with ${by} and is gone`];
      return migrations[name] === sum
        ? []
        : [`migration ${name} was released with ${by} and has changed: write a new one`];
    }),
    ...fresh
      .filter((name) => name < last)
      .map((name) => `migration ${name} is new and sorts before ${last}, which is released`),
    ...(isSameLine && fresh.length > 0
      ? [`migration ${fresh[0]} is not in ${latest}: a new migration needs a new minor version in package.json`]
      : []),
    ...(isSameLine && released[latest].signatures !== signatures
      ? [
          `arguments or results of prisma/functions are not those of ${latest}: that needs a new minor ` +
            'version in package.json',
        ]
      : []),
    ...Object.keys(released)
      .filter((by) => !snapshots.includes(by))
      .map((by) => `prisma/releases/${by}.sql is missing: run "npm run release:snapshot" on ${by}`),
  ];
}

/** Notes what the present version brings. @returns the names of its migrations */
export function freeze() {
  const { version, released, migrations, signatures } = readReleases();
  if (released[version] !== undefined)
    throw new Error(`${version} is released already: set the next version in package.json`);
  const fresh = freshMigrations({ released, migrations });
  const own = Object.fromEntries(fresh.map((name) => [name, migrations[name]]));
  writeFileSync(LIST, `${JSON.stringify({ ...released, [version]: { migrations: own, signatures } }, null, 2)}\n`);
  return { version, fresh };
}

function freshMigrations({ released, migrations }) {
  const known = new Set(Object.values(released).flatMap((own) => Object.keys(own.migrations)));
  return Object.keys(migrations).filter((name) => !known.has(name));
}

/** Nodes of one line share their functions: the newest texts serve the statements of all of them. */
function checksumOfSignatures() {
  const heads = readdirSync(FUNCTIONS, { recursive: true })
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => [
      ...readFileSync(join(FUNCTIONS, file), 'utf8').matchAll(
        /^CREATE (?:OR REPLACE )?FUNCTION ([\s\S]*?)\s+LANGUAGE/gim,
      ),
    ])
    .map(([, head]) => head.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' '));
  return checksum(heads.toSorted().join('\n'));
}

/** Releases of one line have the same migrations, and may run side by side. */
function line(version) {
  return version.split('.').slice(0, 2).join('.');
}

function checksum(text) {
  return createHash('sha256').update(text).digest('hex');
}
