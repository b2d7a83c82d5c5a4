import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const AREAS = [
  ...(['access', 'audit', 'cli', 'fields', 'clusters', 'now', 'messages', 'alarms', 'groups', 'dead-letters'] as const),
  ...(['retries', 'throttling', 'topics', 'redrives', 'settings', 'problem', 'server', 'frame'] as const),
];
export type Area = (typeof AREAS)[number];

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
