// Takes the pictures.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

import type { Language } from '../../lib/model/language/languages';
import { chosen, isShot, isWanted } from './options';
import type { Act, Scenes } from './scene';

const OUTPUT = fileURLToPath(new URL('../../test-results/screenshots', import.meta.url));
const WIDE = { width: 1440, height: 900 };
/** What is below the first screen. */
const WHOLE = { width: 1440, height: 2400 };
const NARROW = { width: 390, height: 844 };
/** Streams of live pages stay open. */
const SETTLE_MS = 1200;
/** On a busy machine some parts come later. */
const LOADING_MS = 10_000;
/** Until every part has the colours of the other theme. */
const REPAINT_MS = 600;

/** Looks at the pages in a language. */
export interface Looker {
  readonly language: Language;
  readonly page: Page;
}

/** In each language at the same time. */
export const inEach = async (lookers: readonly Looker[], look: (looker: Looker) => Promise<void>): Promise<void> =>
  void (await Promise.all(lookers.map(look)));

/** Every chosen page in both themes, and in light with what is below the first screen, and as narrow as a phone. */
export async function shootAll<Found>(
  lookers: readonly Looker[],
  night: string,
  pages: Scenes<Found>,
  found: Found,
): Promise<void> {
  if (!isWanted(night)) return;
  await inEach(lookers, async (looker) => {
    for (const [name, scene] of Object.entries(pages).filter(([each]) => chosen.has(each))) {
      const { path, act } = typeof scene === 'function' ? { path: scene } : scene;
      const to = path(found);
      if (to !== null) await shoot(looker, { night, name, path: to, act });
    }
    process.stdout.write(`${folderOf(looker, night)}\n`);
  });
}

interface Shot {
  readonly night: string;
  readonly name: string;
  readonly path: string;
  readonly act?: Act | undefined;
}

/** A page in each size and theme that is asked for. */
export async function shoot({ page, language }: Looker, { night, name, path, act }: Shot): Promise<void> {
  const folder = folderOf({ language }, night);
  mkdirSync(folder, { recursive: true });
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await settle(page);
  if (act !== undefined) {
    const miss = (words: string) => void process.stderr.write(`${night}/${name} (${language}): no “${words}”\n`);
    await act(page, { language, miss });
    await settle(page);
  }
  const save = (file: string) => page.screenshot({ path: join(folder, `${file}.png`) });
  if (isShot('wide')) await save(name);
  for (const { shot, size, colorScheme } of TURNS.filter((turn) => isShot(turn.shot))) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await page.waitForTimeout(REPAINT_MS);
    await save(`${name}-${shot}`);
  }
}

async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  const loading = page.locator('[class*="skeleton"], [aria-busy="true"]');
  await loading
    .first()
    .waitFor({ state: 'detached', timeout: LOADING_MS })
    .catch(() => undefined);
}

function folderOf({ language }: Pick<Looker, 'language'>, night: string): string {
  return join(OUTPUT, language === 'en' ? '' : language, night);
}

const TURNS = [
  { shot: 'dark', size: WIDE, colorScheme: 'dark' },
  { shot: 'whole', size: WHOLE, colorScheme: 'light' },
  { shot: 'narrow', size: NARROW, colorScheme: 'light' },
] as const;
