// npm run docs: the manual as a site, in dist/site. A broken link fails. `npm run docs -- --watch` serves the site
// and follows changes.
import './require-node.mjs';

import { join, resolve } from 'node:path';

import { fail } from './fail.mjs';
import { ensureInstalled } from './install.mjs';
import { readOptions } from './options.mjs';
import { projectRoot } from './project-root.mjs';

try {
  const { watch, out } = readOptions('npm run docs', { watch: 'flag', out: 'value' });
  await ensureInstalled();
  const { build, createServer } = await import('vitepress');
  const docs = join(projectRoot, 'docs');
  if (watch) {
    const server = await createServer(docs);
    await server.listen();
    server.printUrls();
  } else await build(docs, out === undefined ? {} : { outDir: resolve(out) });
} catch (error) {
  fail(error);
}
