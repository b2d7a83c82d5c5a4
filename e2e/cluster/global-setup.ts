import type { TestProject } from 'vitest/node';

import { buildJava, type JavaBuild } from '../java/support/build';

const ALL = ['5.3.3', '5.5.0'] as const;
export type Version = (typeof ALL)[number];
const { REDRIVE_TEST_FULL: full, REDRIVE_TEST_SHORT: short } = process.env;
/** The one that most run, and the newest; the forms below the full one take the first. */
export const VERSIONS: readonly Version[] = full === '' ? [ALL[0]] : ALL;

/** Also what is too long for each change: in the full form, and with a runner that is started by hand. */
export const TAKES_LONG = full !== '' && short !== '1';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly clusters: Readonly<Partial<Record<Version, JavaBuild>>>;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const builds: Partial<Record<Version, JavaBuild>> = {};
  for (const version of VERSIONS) {
    const build =
      short === '1' ? { missing: 'the short form starts none' } : await buildJava('cluster/server', version);
    if ('missing' in build) process.stdout.write(`SKIPPED: a cluster of ${version}, because ${build.missing}\n`);
    builds[version] = build;
  }
  project.provide('clusters', builds);
}
