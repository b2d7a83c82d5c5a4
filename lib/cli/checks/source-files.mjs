// The files that the checks read: what git knows or would add.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../project-root.mjs';
import { runCommand } from '../run-command.mjs';

const FEWEST_FILES = 100;
const SOURCES = /\.(ts|tsx|js|mjs|css|sql)$/;

export async function listSourceFiles(kinds = SOURCES) {
  const output = await runCommand('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']).catch(
    () => undefined,
  );
  const files = (output?.split('\0') ?? walk()).filter((file) => kinds.test(file));
  if (files.length < FEWEST_FILES) throw new Error(`only ${files.length} source files were found`);
  return files;
}

/** What the next commit would change; undefined in a tree without git. */
export async function listChangedFiles() {
  const commands = [
    ['diff', '--name-only', '-z', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard', '-z'],
  ];
  const outputs = await Promise.all(commands.map((args) => runCommand('git', args).catch(() => undefined)));
  if (outputs.includes(undefined)) return undefined;
  return outputs.flatMap((output) => output.split('\0')).filter((file) => file !== '');
}

/** A tree without git, e.g. an unpacked archive. */
function walk(folder = '.') {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return /^\.|^node_modules$/.test(entry.name) || path === 'lib/store/generated' ? [] : walk(path);
  });
}

export function readSource(file) {
  try {
    return readFileSync(join(projectRoot, file), 'utf8');
  } catch {
    // Deleted but not yet committed.
    return '';
  }
}
