// @module-tag landing
// The programs in Java of the README and the manual, each as printed, in a folder of its own.
import { expect, inject, test } from 'vitest';

import { openDocumented } from '../protocol/support/documented';
import { blocksOf, placeOf } from '../../lib/testing/docs/blocks';
import { SHORT_LIVED } from './support/build';
import { withoutJava } from './support/fixture';

const build = inject('java');
const documented = openDocumented();

test.skipIf(withoutJava).each(blocksOf('java').map((block) => [placeOf(block), block] as const))(
  '%s compiles, sends and receives',
  { timeout: 150_000 },
  async (_, block) => {
    const name = /public class (\w+)/.exec(block.text)?.[1] ?? 'NoClass';
    const classpath = 'missing' in build ? '' : build.classpath;
    const { folder, file } = documented.place(block, `${name}.java`);
    expect(
      await documented.run(['java', ...SHORT_LIVED, `-Duser.home=${folder}`, '-cp', classpath, file], folder, block),
    ).not.toEqual([]);
  },
);
