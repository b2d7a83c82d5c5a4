import 'server-only';
import { CONTENTS, contentsOf, type ManualPart } from '../../../model/manual/contents';
import { readManual, readManualFiles } from '../../../runtime/manual';
import { type RenderedPage, renderPage } from './render';
import { type ManualHit, type SearchedSection, searchManual } from './search';

interface Manual {
  /** Without the pages that are not installed. */
  readonly parts: readonly ManualPart[];
  readonly pages: ReadonlyMap<string, RenderedPage>;
  readonly sections: readonly SearchedSection[];
}

let rendering: Promise<Manual> | undefined;

/** The manual as /help shows it. It is rendered once, and asks neither the database nor who reads it. */
function manual(): Promise<Manual> {
  rendering ??= renderManual();
  return rendering;
}

async function renderManual(): Promise<Manual> {
  const sources = await readManual();
  const files = await readManualFiles();
  const names = new Set([...sources.keys(), ...files.keys()]);
  const pages = new Map([...sources].map(([path, source]) => [path, renderPage(path, source, names)]));
  const parts = contentsOf(sources.get(CONTENTS) ?? '').map(({ title, groups }) => ({
    title,
    groups: groups.map((group) => ({ ...group, pages: group.pages.filter(({ path }) => names.has(path)) })),
  }));
  const sections = [...pages].flatMap(([path, page]) =>
    path === CONTENTS ? [] : page.sections.map((section) => ({ ...section, path, page: page.title })),
  );
  return { parts, pages, sections };
}

export async function manualParts(): Promise<readonly ManualPart[]> {
  return (await manual()).parts;
}

/** @param path below docs/, without ".md"; undefined: there is no such page */
export async function manualPage(path: string): Promise<RenderedPage | undefined> {
  return (await manual()).pages.get(path === '' ? CONTENTS : `${path}.md`);
}

export async function findInManual(query: string): Promise<readonly ManualHit[]> {
  return searchManual((await manual()).sections, query);
}

/** @param path below docs/ */
export async function manualFile(path: string): Promise<Uint8Array | undefined> {
  return (await readManualFiles()).get(path);
}
