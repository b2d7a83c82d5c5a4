// Pages of the manual in other languages. Each names the English page that it translates, and which state of it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { TRANSLATIONS } from './config/language.mjs';
import { projectRoot } from './project-root.mjs';

const HEADER = /^<!-- Translation of (\S+), (\d+\.\d+\.\d+), sha256 ([0-9a-f]{12}) -->\n/;

export function translatedPages() {
  return TRANSLATIONS.flatMap((language) => {
    const folder = join(projectRoot, 'docs', language);
    const inFolder = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    const pages = inFolder
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => ({ file: `docs/${language}/${name}`, of: `docs/${name}` }));
    return [{ file: `README.${language}.md`, of: 'README.md' }, ...pages];
  })
    .filter(({ file }) => existsSync(join(projectRoot, file)))
    .map(({ file, of }) => {
      const [, named, version, hash] = HEADER.exec(read(file)) ?? [];
      return {
        ...{ file, of, named: named === undefined ? null : { of: named, version, hash } },
        hash: existsSync(join(projectRoot, of)) ? hashOf(read(of)) : null,
      };
    });
}

export function pagesBehind() {
  return translatedPages()
    .filter(({ named, hash }) => named !== null && named.hash !== hash)
    .map(({ file, of, named, hash }) =>
      hash === null
        ? `${file} translates ${of}, which is gone.`
        : `${file} is behind ${of}: it translates that of ${named.version} (sha256 ${named.hash}, now ${hash}).`,
    );
}

function read(file) {
  return readFileSync(join(projectRoot, file), 'utf8');
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
