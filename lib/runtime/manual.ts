import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

interface Manual {
  /** Markdown by its path below docs. */
  readonly pages: ReadonlyMap<string, string>;
  /** What pages link to or show: pictures, programs, rules, dashboards. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const FILES = new Set(['.json', '.yml', '.png', '.mjs', '.java', '.go', '.py']);

let reading: Promise<Manual> | undefined;

/** The manual in docs, read once: no request leads to a file. */
function read(): Promise<Manual> {
  reading ??= readAll(join(/* turbopackIgnore: true */ process.cwd(), 'docs'));
  return reading;
}

export async function readManual(): Promise<ReadonlyMap<string, string>> {
  return (await read()).pages;
}

export async function readManualFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  return (await read()).files;
}

/** Empty where the manual was not installed. */
async function readAll(folder: string): Promise<Manual> {
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  const names = found.map((name) => name.replaceAll('\\', '/')).toSorted();
  const load = async (name: string) => [name, await readFile(join(folder, name))] as const;
  const pages = await Promise.all(names.filter((name) => name.endsWith('.md')).map(load));
  const files = await Promise.all(names.filter((name) => FILES.has(extname(name))).map(load));
  return { pages: new Map(pages.map(([name, content]) => [name, content.toString()])), files: new Map(files) };
}
