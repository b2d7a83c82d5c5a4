// Takes the pictures that the command line asks for.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

import { CLUSTER_PAGES } from './cluster-pages';
import { PAGES } from './pages';
import type { Scenes } from './scene';

const OUTPUT = fileURLToPath(new URL('../../test-results/screenshots', import.meta.url));
const WIDE = { width: 1440, height: 900 };
/** What is below the first screen. */
const WHOLE = { width: 1440, height: 2400 };
const NARROW = { width: 390, height: 844 };
/** A page is settled when nothing was loaded for a moment; live streams stay open. */
const SETTLE_MS = 1200;
/** Until every part has the colours of the other theme. */
const REPAINT_MS = 600;

const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('--'));
const listOf = (option: string): readonly string[] | undefined =>
  given
    .find((word) => word.startsWith(`--${option}=`))
    ?.slice(option.length + 3)
    .split(',');
const scenes = listOf('scenes');
const shots = listOf('shots');
const NAMES = [...Object.keys(PAGES), ...Object.keys(CLUSTER_PAGES)];
const chosen = new Set(
  NAMES.filter(
    (name) => words.length === 0 || words.some((word) => (NAMES.includes(word) ? name === word : name.includes(word))),
  ),
);
if (chosen.size === 0) throw new Error(`No page is called like ${words.join(' or ')}.`);

export const areAllWanted = scenes === undefined;
export const isWanted = (night: string): boolean => scenes === undefined || scenes.includes(night);
const isShot = (shot: string): boolean => shots === undefined || shots.includes(shot);

/** Every chosen page in both themes, and in light with what is below the first screen, and as narrow as a phone. */
export async function shootAll<Found>(page: Page, night: string, pages: Scenes<Found>, found: Found): Promise<void> {
  if (!isWanted(night)) return;
  mkdirSync(join(OUTPUT, night), { recursive: true });
  for (const [name, scene] of Object.entries(pages).filter(([each]) => chosen.has(each))) {
    const path = (typeof scene === 'function' ? scene : scene.path)(found);
    if (path === null) continue;
    const act = typeof scene === 'function' ? undefined : scene.act;
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.waitForTimeout(SETTLE_MS);
    if (act !== undefined) {
      await act(page);
      await page.waitForTimeout(SETTLE_MS);
    }
    await shoot(page, night, name);
  }
  process.stdout.write(`${join(OUTPUT, night)}\n`);
}

/** The page as it is, in each size and theme that is asked for. */
export async function shoot(page: Page, night: string, name: string): Promise<void> {
  mkdirSync(join(OUTPUT, night), { recursive: true });
  if (isShot('wide')) await save(page, night, name);
  await turnTo(page, night, name, { shot: 'dark', size: WIDE, colorScheme: 'dark' });
  await turnTo(page, night, name, { shot: 'whole', size: WHOLE, colorScheme: 'light' });
  await turnTo(page, night, name, { shot: 'narrow', size: NARROW, colorScheme: 'light' });
}

interface Turn {
  readonly shot: string;
  readonly size: typeof WIDE;
  readonly colorScheme: 'dark' | 'light';
}

/** The same page in another size or theme, as far as that is asked for. */
async function turnTo(page: Page, night: string, name: string, { shot, size, colorScheme }: Turn): Promise<void> {
  if (!isShot(shot)) return;
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  await page.waitForTimeout(REPAINT_MS);
  await save(page, night, `${name}-${shot}`);
}

async function save(page: Page, night: string, file: string): Promise<void> {
  await page.screenshot({ path: join(OUTPUT, night, `${file}.png`) });
}
