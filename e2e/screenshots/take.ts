// npm run screenshots [-- word … --scenes=empty,data --shots=wide,dark]: pictures of every page in every state, in
// test-results/screenshots. Words choose pages by name, or by a part of it that is no name. They are for people to look
// at; no test compares them. Needs Chromium.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Browser, chromium, type Page } from '@playwright/test';
import { z } from 'zod';

import { chromiumPath } from '../fixtures/chromium';
import { queryDatabase } from '../fixtures/database';
import { type Product, startProduct } from '../fixtures/product';
import { callApi } from '../fixtures/seed';
import { signIn, VIEWER } from '../fixtures/test';
import { acceptInvitation, invite } from '../fixtures/viewer';
import { addGroupsAndTopics, multiplyDeadLetters } from './many';
import { type Found, PAGES } from './pages';
import { proveMany } from './prove-many';

const OUTPUT = fileURLToPath(new URL('../../test-results/screenshots', import.meta.url));
const WIDE = { width: 1440, height: 900 };
/** What is below the first screen. */
const WHOLE = { width: 1440, height: 2400 };
const NARROW = { width: 390, height: 844 };
const MANY = 100_000;
const MANY_GROUPS = 200;
/** The practice group's messages die 35 s after their first delivery. */
const INCIDENT_MS = 75_000;
/** A page is settled when nothing was loaded for a moment; live streams stay open. */
const SETTLE_MS = 1200;
/** Until every part has the colours of the other theme. */
const REPAINT_MS = 600;
/** Seconds until a verdict ends an alarm, at most. */
const FIXED_TRIES = 60;

const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('--'));
const listOf = (option: string): readonly string[] | undefined =>
  given
    .find((word) => word.startsWith(`--${option}=`))
    ?.slice(option.length + 3)
    .split(',');
const scenes = listOf('scenes');
const shots = listOf('shots');
const names = Object.keys(PAGES).filter(
  (name) => words.length === 0 || words.some((word) => (word in PAGES ? name === word : name.includes(word))),
);
const isWanted = (night: string): boolean => scenes === undefined || scenes.includes(night);
const isShot = (shot: string): boolean => shots === undefined || shots.includes(shot);
if (names.length === 0) throw new Error(`No page is called like ${words.join(' or ')}.`);

/** Every chosen page in both themes, and in light with what is below the first screen, and as narrow as a phone. */
async function shootAll(page: Page, night: string, found: Found): Promise<void> {
  if (!isWanted(night)) return;
  mkdirSync(join(OUTPUT, night), { recursive: true });
  for (const name of names) {
    const scene = PAGES[name];
    const path = (typeof scene === 'function' ? scene : scene?.path)?.(found) ?? null;
    if (path === null) continue;
    const act = typeof scene === 'function' ? undefined : scene?.act;
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.waitForTimeout(SETTLE_MS);
    if (act !== undefined) {
      await act(page);
      await page.waitForTimeout(SETTLE_MS);
    }
    if (isShot('wide')) await shoot(page, night, name);
    await turnTo(page, night, name, { shot: 'dark', size: WIDE, colorScheme: 'dark' });
    await turnTo(page, night, name, { shot: 'whole', size: WHOLE, colorScheme: 'light' });
    await turnTo(page, night, name, { shot: 'narrow', size: NARROW, colorScheme: 'light' });
  }
  process.stdout.write(`${join(OUTPUT, night)}\n`);
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
  await shoot(page, night, `${name}-${shot}`);
}

async function shoot(page: Page, scene: string, file: string): Promise<void> {
  await page.screenshot({ path: join(OUTPUT, scene, `${file}.png`) });
}

const idOf = z.object({ items: z.array(z.record(z.string(), z.unknown())) });

async function first(product: Product, path: string, key: string): Promise<string | null> {
  const { items } = idOf.parse(await callApi(product, 'GET', path));
  const value = items[0]?.[key];
  return value === undefined || value === null ? null : z.union([z.string(), z.number()]).parse(value).toString();
}

const NOTHING: Found = {
  group: null,
  orderedGroup: null,
  topic: null,
  messageId: null,
  fingerprint: null,
  redriveId: null,
  alarmId: null,
};

async function playIncident(page: Page): Promise<void> {
  await page.goto('/settings/practice');
  await page.getByRole('button', { name: 'Start the practice incident' }).click();
  await page.waitForTimeout(INCIDENT_MS);
}

/** What the incident left, a re-drive of some of it, and what operators changed meanwhile. */
async function findAll(product: Product): Promise<Found> {
  const group = 'practice-billing';
  const change = { description: 'Charges orders at the gateway', consumptionTimeoutMs: 600_000 };
  await callApi(product, 'PUT', `/groups/${group}`, { ...change, version: 1, reason: 'Long calls at month end' });
  await callApi(product, 'POST', `/groups/${group}/pause`, { reason: 'The gateway is down' });
  await callApi(product, 'POST', `/groups/${group}/resume`, {});
  await makeTeams(product);
  const { items } = idOf.parse(await callApi(product, 'GET', `/dead-letters?group=${group}`));
  const messageIds = items.slice(0, 12).map(({ messageId }) => String(messageId));
  const started = z
    .object({ id: z.union([z.string(), z.number()]) })
    .parse(await callApi(product, 'POST', '/redrives', { group, messageIds, reason: 'The gateway answers again' }));
  return {
    group,
    orderedGroup: 'practice-ledger',
    topic: 'practice-orders',
    messageId: messageIds.at(-1) ?? null,
    fingerprint: await first(product, `/causes?group=${group}`, 'fingerprint'),
    redriveId: String(started.id),
    alarmId: await alarmOf(product, group),
  };
}

async function makeTeams(product: Product): Promise<void> {
  const prefixes = ['practice-billing', 'practice-orders', 'checkout-', 'payments-settlement-', 'refunds-eu-central-'];
  for (const team of [
    { name: 'Payments and everything around them', prefixes },
    { name: 'Warehouse', prefixes: ['warehouse-'] },
  ]) {
    const { id } = z.object({ id: z.int() }).parse(await callApi(product, 'POST', '/teams', team));
    if (team.prefixes !== prefixes) continue;
    for (const [kind, name, role] of [
      ['person', product.admin.email, 'owner'],
      ['oidc-group', 'platform:payments:on-call-engineers-of-the-region-eu-central', 'operator'],
    ])
      await callApi(product, 'POST', `/teams/${id}/members`, { kind, name, role });
  }
}

const alarms = z.object({
  items: z.array(z.object({ id: z.string(), subject: z.string().nullable(), resolvedAt: z.string().nullable() })),
});

async function alarmOf(product: Product, group: string): Promise<string | null> {
  const { items } = alarms.parse(await callApi(product, 'GET', '/alarms'));
  return items.find(({ subject }) => subject === group)?.id ?? null;
}

/** The fix is deployed, and a re-drive of the other group ends its alarm. */
async function fixAll(page: Page, product: Product, found: Found): Promise<Found> {
  const group = found.orderedGroup ?? '';
  const alarmId = await alarmOf(product, group);
  await page.goto('/settings/practice');
  await page.getByRole('button', { name: 'Deploy the fix' }).click();
  await page.getByText('The fix is deployed').waitFor();
  const started = z
    .object({ id: z.union([z.string(), z.number()]) })
    .parse(
      await callApi(product, 'POST', '/redrives', { group, all: true, reason: 'The fix is out', incident: alarmId }),
    );
  for (let tries = 0; tries < FIXED_TRIES; tries += 1) {
    const { items } = alarms.parse(await callApi(product, 'GET', '/alarms'));
    if (items.some(({ id, resolvedAt }) => id === alarmId && resolvedAt !== null)) break;
    await page.waitForTimeout(1000);
  }
  return { ...found, alarmId, redriveId: String(started.id) };
}

async function open(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB', timezoneId: 'UTC' });
  return await context.newPage();
}

const product = await startProduct();
try {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  const page = await open(browser, product);
  await signIn(page, product.admin);
  await shootAll(page, 'empty', NOTHING);
  await playIncident(page);
  const found = await findAll(product);
  await shootAll(page, 'data', found);

  const viewer = await open(browser, product);
  await acceptInvitation(viewer, await invite(page, VIEWER.email, 'Viewer'), VIEWER);
  await shootAll(viewer, 'forbidden', found);

  if (isWanted('fixed')) await shootAll(page, 'fixed', await fixAll(page, product, found));

  if (isWanted('many')) {
    await multiplyDeadLetters(product, MANY);
    await addGroupsAndTopics(product, MANY_GROUPS);
  }
  if (found.group !== null && scenes === undefined) await proveMany(page, found.group);
  await shootAll(page, 'many', found);

  await queryDatabase(product, 'ALTER TABLE consumer_group RENAME TO consumer_group_away');
  await shootAll(page, 'error', found);
  await queryDatabase(product, 'ALTER TABLE consumer_group_away RENAME TO consumer_group');
  await browser.close();
} finally {
  await product.stop();
}
