// What a check found out the last time, so that it judges again only what has changed since.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../project-root.mjs';

const FOLDER = join(projectRoot, 'node_modules', '.cache', 'redrive', 'checks');

/** Undefined: nothing is remembered. */
export function recall(check) {
  try {
    return JSON.parse(readFileSync(join(FOLDER, `${check}.json`), 'utf8'));
  } catch {
    return undefined;
  }
}

export function remember(check, findings) {
  mkdirSync(FOLDER, { recursive: true });
  // Another run may read it at this moment.
  const draft = join(FOLDER, `${check}.${process.pid}`);
  writeFileSync(draft, JSON.stringify(findings));
  renameSync(draft, join(FOLDER, `${check}.json`));
}

export function hashOf(text) {
  return createHash('sha256').update(text).digest('base64');
}
