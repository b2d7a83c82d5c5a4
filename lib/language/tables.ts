import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import areas from './areas.json' with { type: 'json' };

export type Area = keyof typeof areas;
const AREAS = Object.keys(areas) as Area[];

/** Of each area: English to translation. */
export type Tables = Readonly<Record<Area, Readonly<Record<string, string>>>>;

/**
 * The files of a language, as translators edit them (see `npm run language`). Read when they are needed first, since a
 * build would have a copy of them in each of its parts.
 */
export function readTables(language: 'zh-CN' | 'ja'): Tables {
  const folder = join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'language', language);
  const read = (area: Area) => [area, JSON.parse(readFileSync(join(folder, `${area}.json`), 'utf8')) as unknown];
  return Object.fromEntries(AREAS.map(read)) as Tables;
}
