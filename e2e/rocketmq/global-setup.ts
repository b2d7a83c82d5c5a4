import type { TestProject } from 'vitest/node';

import { buildJava, type JavaBuild } from '../java/support/build';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly rocketmq: JavaBuild;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const build = await buildJava('rocketmq/server');
  if ('missing' in build) process.stdout.write(`SKIPPED: comparison with Apache RocketMQ, because ${build.missing}\n`);
  project.provide('rocketmq', build);
}
