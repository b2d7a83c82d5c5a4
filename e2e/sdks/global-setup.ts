import type { TestProject } from 'vitest/node';

import { buildSdk, SDK_NAMES, type SdkBuild, type SdkName } from './support/builds';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly sdks: Record<SdkName, SdkBuild>;
  }
}

/** Names with commas between them: to work on one SDK without building the others. */
const asked = process.env['REDRIVE_TEST_SDKS']?.split(',');

export default async function setup(project: TestProject): Promise<void> {
  const builds: Partial<Record<SdkName, SdkBuild>> = {};
  for (const name of SDK_NAMES) {
    const build =
      asked?.includes(name) === false ? { missing: 'REDRIVE_TEST_SDKS does not name it' } : await buildSdk(name);
    if ('missing' in build)
      process.stdout.write(`SKIPPED: tests with the official ${name} SDK, because ${build.missing}\n`);
    builds[name] = build;
  }
  project.provide('sdks', builds as Record<SdkName, SdkBuild>);
}
