import type { TestProject } from 'vitest/node';

import { buildJava, type JavaBuild } from './support/build';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly java: JavaBuild;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const build = await buildJava('java');
  if ('missing' in build) process.stdout.write(`SKIPPED: tests with the official Java SDK, because ${build.missing}\n`);
  project.provide('java', build);
}
