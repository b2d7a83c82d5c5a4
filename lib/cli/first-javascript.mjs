// node lib/cli/first-javascript.mjs: the JavaScript that each page of the build loads before it answers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';

/**
 * Compressed with gzip, and without what is marked noModule: no browser that the console supports loads that.
 */
export const MOST_FIRST_BYTES = 230_000;

/** What the manifest of a page sets. */
const GLOBAL = '__RSC_MANIFEST';
const MANIFEST = 'page_client-reference-manifest.js';

/** @returns {{ page: string, bytes: number }[]} the largest first */
export function firstJavaScript(next = fileURLToPath(new URL('../../.next', import.meta.url))) {
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(next, file))).length);
    return sizes.get(file);
  };
  const { rootMainFiles } = JSON.parse(readFileSync(join(next, 'build-manifest.json'), 'utf8'));
  const pages = readdirSync(join(next, 'server/app'), { recursive: true, encoding: 'utf8' });
  return pages
    .filter((file) => file.endsWith(MANIFEST))
    .map((file) => {
      const context = vm.createContext({});
      vm.runInContext(readFileSync(join(next, 'server/app', file), 'utf8'), context);
      const [[page, { entryJSFiles }]] = Object.entries(context[GLOBAL]);
      const files = new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()]);
      const bytes = [...files].reduce((sum, each) => sum + sizeOf(each), 0);
      return { page, bytes };
    })
    .toSorted((one, other) => other.bytes - one.bytes);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const pages = firstJavaScript();
  const isOver = ({ bytes }) => bytes > MOST_FIRST_BYTES;
  for (const each of pages)
    process.stdout.write(
      `${(each.bytes / 1000).toFixed(1).padStart(7)} kB  ${isOver(each) ? 'over ' : '     '}${each.page}\n`,
    );
  process.exitCode = pages.some(isOver) ? 1 : 0;
}
