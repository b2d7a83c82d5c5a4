// Builds the load client once per change of its sources: node bench/load/build.mjs. Prints its path.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const target = join(folder, 'target');

/** @returns the path of the program */
export function buildLoad() {
  const hash = createHash('sha256');
  const sources = readdirSync(folder).filter((name) => /\.go$|^go\.(mod|sum)$/.test(name));
  for (const name of sources) hash.update(name).update(readFileSync(join(folder, name)));
  const program = join(target, `load-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(program)) return program;
  mkdirSync(target, { recursive: true });
  execFileSync('go', ['build', '-buildvcs=false', '-o', program, '.'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return program;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${buildLoad()}\n`);
