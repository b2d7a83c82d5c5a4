import type { TestProject } from 'vitest/node';

import { buildJava, type JavaBuild } from '../java/support/build';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly rocketmq: JavaBuild;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  // Each change that lands is compared; npm test starts no other broker.
  const isShort = process.env['REDRIVE_TEST_SHORT'] === '1';
  const build = isShort ? { missing: 'this is the short form' } : await buildJava('rocketmq/server');
  if ('missing' in build) process.stdout.write(`SKIPPED: comparison with Apache RocketMQ, because ${build.missing}\n`);
  project.provide('rocketmq', build);
}
