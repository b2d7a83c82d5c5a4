import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

let reading: Promise<ReadonlyMap<string, string>> | undefined;

/** The pages of the manual by their path below docs, read once: no request leads to a file. */
export function readManual(): Promise<ReadonlyMap<string, string>> {
  reading ??= readPages(join(/* turbopackIgnore: true */ process.cwd(), 'docs'));
  return reading;
}

/** Empty where the manual was not installed. */
async function readPages(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  const names = found.filter((name) => name.endsWith('.md')).toSorted();
  const pages = names.map(async (name) => {
    return [name.replaceAll('\\', '/'), await readFile(join(folder, name), 'utf8')] as const;
  });
  return new Map(await Promise.all(pages));
}
