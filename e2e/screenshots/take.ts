// npm run screenshots [-- word … --scenes=empty --shots=wide,dark --language=zh-CN,ja]: pictures of every page in
// every state, in test-results/screenshots and in a folder there for each language but English. Words choose pages by
// name, or by a part of it that is no name. They are for people to look at; no test compares them. Needs Chromium, and
// fonts of the language.
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { z } from 'zod';

import { chromiumPath } from '../fixtures/chromium';
import { queryDatabase } from '../fixtures/database';
import { openHydrated } from '../fixtures/hydrated';
import { type Product, startProduct } from '../fixtures/product';
import { callApi } from '../fixtures/seed';
import { signIn, VIEWER } from '../fixtures/test';
import { acceptInvitation, invite } from '../fixtures/viewer';
import { startLiteTopics } from './lite';
import { startMetricsEndpoint } from './metrics-endpoint';
import { addGroupsAndTopics, multiplyDeadLetters } from './many';
import { type Found, PAGES } from './pages';
import { proveMany } from './prove-many';
import { areAllWanted, isWanted, languages } from './options';
import { type Looker, shootAll } from './shoot';
import { shootClusters } from './shoot-clusters';
import { putInEachState } from './states';
import { askForApproval, giveUpTransactions, multiplyGivenUp } from './undecided';

const MANY = 100_000;
const MANY_GROUPS = 200;
const MANY_GIVEN_UP = 5_000;
/** The practice group's messages die 35 s after their first delivery. */
const INCIDENT_MS = 75_000;
/** Seconds until a verdict ends an alarm, at most. */
const FIXED_TRIES = 60;

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
  payments: null,
  givenUpId: null,
  lite: null,
  states: null,
};

async function playIncident(page: Page): Promise<void> {
  await page.goto('/settings/practice');
  await page.getByRole('button', { name: 'Start the practice incident' }).click();
  await page.waitForTimeout(INCIDENT_MS);
}

/** What the incident left, a re-drive of some of it, and what operators changed meanwhile. */
async function findAll(page: Page, product: Product): Promise<Omit<Found, 'lite' | 'states'>> {
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
  await askForApproval(page, product, group);
  const givenUp = await giveUpTransactions(product);
  return {
    group,
    orderedGroup: 'practice-ledger',
    topic: 'practice-orders',
    messageId: messageIds.at(-1) ?? null,
    fingerprint: await first(product, `/causes?group=${group}`, 'fingerprint'),
    redriveId: String(started.id),
    alarmId: await alarmOf(product, group),
    payments: givenUp.topic,
    givenUpId: givenUp.messageId,
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

async function open(browser: Browser, product: Product, context: BrowserContextOptions = {}): Promise<Page> {
  const options = { baseURL: product.url, locale: 'en-GB', timezoneId: 'UTC', ...context };
  return await openHydrated(await browser.newContext(options)).newPage();
}

/** Pages of the same account in each language: what is done for a scene is done in English. */
async function lookAs(browser: Browser, product: Product, account: Page): Promise<readonly Looker[]> {
  const storageState = await account.context().storageState();
  return await Promise.all(
    languages.map(async (language) => {
      const locale = language === 'en' ? 'en-GB' : language;
      return { language, page: await open(browser, product, { storageState, locale }) };
    }),
  );
}

/** Scenes of this installation after the incident. */
const AFTER_INCIDENT = ['data', 'forbidden', 'fixed', 'many', 'error'];

async function shootInstallation(
  browser: Browser,
  product: Product,
  page: Page,
  lookers: readonly Looker[],
): Promise<void> {
  await shootAll(lookers, 'empty', PAGES, NOTHING);
  if (!AFTER_INCIDENT.some(isWanted)) return;
  await playIncident(page);
  const found = {
    ...(await findAll(page, product)),
    lite: await startLiteTopics(product),
    states: await putInEachState(product),
  };
  await shootAll(lookers, 'data', PAGES, found);

  if (isWanted('forbidden')) {
    const viewer = await open(browser, product);
    await acceptInvitation(viewer, await invite(page, VIEWER.email, 'Viewer'), VIEWER);
    await shootAll(await lookAs(browser, product, viewer), 'forbidden', PAGES, found);
  }

  if (isWanted('fixed')) await shootAll(lookers, 'fixed', PAGES, await fixAll(page, product, found));

  if (isWanted('many')) {
    await multiplyDeadLetters(product, MANY);
    await addGroupsAndTopics(product, MANY_GROUPS);
    await multiplyGivenUp(product, MANY_GIVEN_UP);
  }
  if (found.group !== null && areAllWanted) await proveMany(page, found.group);
  await shootAll(lookers, 'many', PAGES, found);

  if (isWanted('error')) {
    await queryDatabase(product, 'ALTER TABLE consumer_group RENAME TO consumer_group_away');
    await shootAll(lookers, 'error', PAGES, found);
    await queryDatabase(product, 'ALTER TABLE consumer_group_away RENAME TO consumer_group');
  }
}

const metrics = await startMetricsEndpoint();
const product = await startProduct({ REDRIVE_ALARM_ALLOW: metrics.origin });
try {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  const page = await open(browser, product);
  await signIn(page, product.admin);
  const lookers = await lookAs(browser, product, page);
  await shootInstallation(browser, product, page, lookers);
  await shootClusters(lookers, product, metrics.origin);
  await browser.close();
} finally {
  await product.stop();
  metrics.close();
}
// A client of the SDK that waits for messages may keep the process for minutes.
process.exit();
