import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Made by `npm run generate`, and not in git. */
const GENERATED = 'lib/store/generated';

export interface TreeCopy {
  readonly path: string;
  remove(): void;
}

/** The tree as it is on disk, changes that are not committed included. Its packages are those of the original. */
export function copyTree(root: string): TreeCopy {
  const path = mkdtempSync(join(tmpdir(), 'redrive-faults-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.split('\0').filter((each) => each !== '' && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    cpSync(join(root, file), join(path, file));
  }
  cpSync(join(root, GENERATED), join(path, GENERATED), { recursive: true });
  linkPackages(join(root, 'node_modules'), join(path, 'node_modules'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Each by a link of its own: whatever empties the folder of the copy leaves the original alone. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) symlinkSync(join(from, name), join(to, name));
}
