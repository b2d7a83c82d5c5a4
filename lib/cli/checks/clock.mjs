import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'one clock (the database)';

const GUARDED = /^lib\/(broker|store)\/(?!generated\/).*\.ts$/;
const OWN_CLOCK = /\bDate\.now\s*\(|\bnew Date\s*\(\s*\)|\bDate\s*\(\s*\)/;

export async function run() {
  const files = (await listSourceFiles()).filter((file) => GUARDED.test(file) && !file.endsWith('.test.ts'));
  return files.flatMap((file) =>
    readSource(file)
      .split('\n')
      .flatMap((line, index) => (OWN_CLOCK.test(line) ? [`${file}:${index + 1} reads the clock of this machine`] : [])),
  );
}
