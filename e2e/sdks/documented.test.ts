// The programs in Go and Python of the README and the manual, each as printed, in a folder of its own.
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { expect, inject, test } from 'vitest';

import { blocksOf, placeOf } from '../../lib/testing/docs/blocks';
import { launchProgram } from '../../lib/testing/launched-process';
import { openDocumented } from '../protocol/support/documented';
import { TOOLS_HOME } from './support/builds';

const builds = inject('sdks');
const documented = openDocumented();

test.skipIf('missing' in builds.go).each(blocksOf('go').map((block) => [placeOf(block), block] as const))(
  '%s compiles, sends and receives',
  { timeout: 300_000 },
  async (_, block) => {
    const { folder } = documented.place(block, 'main.go');
    // Versions as tested, in place of the newest ones.
    for (const name of ['go.mod', 'go.sum']) cpSync(join('e2e', 'go', name), join(folder, name));
    const env = { GOFLAGS: '-mod=mod', HOME: TOOLS_HOME };
    const built = launchProgram(['go', 'build', '-buildvcs=false', '-o', 'orders', '.'], env, folder);
    if ((await built.waitForExit()).code !== 0) throw new Error(built.output());
    expect(await documented.run([join(folder, 'orders')], folder, block)).not.toEqual([]);
  },
);

test.skipIf('missing' in builds.python).each(blocksOf('python').map((block) => [placeOf(block), block] as const))(
  '%s sends and receives',
  { timeout: 150_000 },
  async (_, block) => {
    const { folder, file } = documented.place(block, 'orders.py');
    const [python = ''] = 'missing' in builds.python ? [] : builds.python.command;
    expect(await documented.run([python, file], folder, block)).not.toEqual([]);
  },
);
