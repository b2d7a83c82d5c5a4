// @module-tag landing
// The programs in JavaScript of the README and the manual, each as printed, in a folder of its own.
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from 'vitest';

import { blocksOf, placeOf } from '../../lib/testing/docs/blocks';
import { openDocumented } from './support/documented';

const documented = openDocumented();
const blocks = blocksOf('js');
const programs = blocks.filter(({ text }) => text.includes('rocketmq-client-nodejs'));
const functions = blocks.filter((block) => !programs.includes(block));

test.each(programs.map((block) => [placeOf(block), block] as const))(
  '%s sends, receives, and needs nothing but the package',
  { timeout: 150_000 },
  async (_, block) => {
    const { folder, file } = documented.place(block, 'orders.mjs', join(process.cwd(), 'node_modules'));
    // What `npm init` writes: without the extension .mjs it would be CommonJS.
    writeFileSync(join(folder, 'package.json'), '{ "name": "orders", "version": "1.0.0" }');
    expect(await documented.run([process.execPath, file], folder, block)).not.toEqual([]);
  },
);

test.each(functions.map((block) => [placeOf(block), block] as const))('%s tells a signed request', async (_, block) => {
  const { file } = documented.place(block, 'signed.mjs');
  const { isSigned } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    isSigned(headers: object, body: string, secret: string): boolean;
  };
  const body = '{"version":1}';
  const signature = `v1=${createHmac('sha256', 'secret').update(`1767225659.${body}`).digest('hex')}`;
  const headers = { 'x-redrive-timestamp': '1767225659', 'x-redrive-signature': signature };
  expect(isSigned(headers, body, 'secret')).toBe(true);
  expect(isSigned(headers, `${body} `, 'secret')).toBe(false);
  expect(isSigned({ ...headers, 'x-redrive-signature': 'v1=' }, body, 'secret')).toBe(false);
});
