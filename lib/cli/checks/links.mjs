import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { projectRoot } from '../project-root.mjs';
import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'links between documents';

export async function run() {
  // With the sources: there are too few documents for a tree that looks complete.
  const documents = (await listSourceFiles(/\.(ts|md)$/)).filter((file) => file.endsWith('.md'));
  return documents.flatMap((file) => brokenLinks(file, readSource(file), read));
}

/** What a link of the project leads to: undefined: nothing; null: a file without headings. */
function read(path) {
  if (!existsSync(join(projectRoot, path))) return undefined;
  return path.endsWith('.md') ? readSource(path) : null;
}

/** Relative links that lead to no file, or to no heading of it. */
export function brokenLinks(file, text, target) {
  const links = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^()\s]+)\)/g)].map(([, link]) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .flatMap((link) => {
      const [path, anchor] = link.split('#');
      const found = path === '' ? text : target(normalize(join(dirname(file), path)));
      if (found === undefined) return [`${file} links to ${link}, which does not exist`];
      if (anchor === undefined || found === null || anchorsOf(found).includes(anchor)) return [];
      return [`${file} links to ${link}, which has no such heading`];
    });
}

/** As GitHub makes them of headings. */
function anchorsOf(text) {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
