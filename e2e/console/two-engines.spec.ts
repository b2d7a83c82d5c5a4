import { addBacklog, addClient, startAttachedFake } from '../../lib/testing/cluster/attached';
import { consumeCopies } from '../../lib/testing/cluster/fake-ways';
import { addLetter } from '../../lib/testing/cluster/letters';
import type { Application } from '../fixtures/application';
import { expectAccessible } from '../fixtures/axe';
import { expectLinksStay } from '../fixtures/links';
import type { Product } from '../fixtures/product';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { verdict } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

const LETTERS = 4;

/** A group with dead letters, on whichever engine: the pages and the steps below are the same for each. */
interface Stage {
  readonly group: string;
  /** Before every address: the workspace. */
  readonly base: string;
  /** From now on its consumer takes what failed. */
  readonly fix: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type StartApplication = (names: { readonly topic: string; readonly group: string }) => Promise<Application>;
type Open = (product: Product, startApplication: StartApplication) => Promise<Stage>;

const embedded: Open = async (product, startApplication) => {
  const { group, application } = await seedDeadLetters(product, startApplication, { name: 'engine', count: LETTERS });
  return { group, base: '', fix: () => application.succeed(), close: () => Promise.resolve() };
};

/** What a cluster with a 5.x client answers, from two brokers. */
const cluster: Open = async (product) => {
  const fake = await startAttachedFake();
  const group = 'engine-billing';
  const brokers = [...fake.brokers.values()];
  for (const [index, broker] of brokers.entries()) {
    broker.addGroup(group);
    addBacklog(broker, group, 'orders');
    for (let n = index; n < LETTERS; n += brokers.length)
      addLetter(broker, group, { id: `E${n}`, body: `order ${n}`, properties: { KEYS: `order-${n}` } });
  }
  let isFixed = false;
  // Its client beats every 10 s; what comes to its retry topic it takes.
  const client = setInterval(() => {
    for (const broker of brokers) broker.timeMs = Date.now();
    const [first] = brokers;
    if (first !== undefined) addClient(first, group, 'worker-1@1@0');
    for (const broker of brokers) if (isFixed) consumeCopies(broker, group, () => true);
  }, 1_000);
  const body = { environment: 'staging', nameServers: [fake.address], allowsChanges: true };
  await callApi(product, 'PUT', '/clusters/two-engines', body);
  return {
    ...{ group, base: '/c/two-engines' },
    fix: () => Promise.resolve(void (isFixed = true)),
    close: async () => {
      clearInterval(client);
      await fake.close();
    },
  };
};

for (const [engine, open] of [
  ['an attached cluster @landing', cluster],
  ['the embedded broker @long', embedded],
] as const)
  test(`a group, its dead letters and a re-drive to the verdicts, on ${engine}`, async ({
    page,
    product,
    startApplication,
  }) => {
    const { group, base, fix, close } = await open(product, startApplication);
    try {
      await test.step('a group is made, by the keyboard, and its settings are changed', async () => {
        await page.goto(`${base}/groups`);
        await expect(page.getByRole('table', { name: 'Consumer groups' })).toBeVisible();
        await page.keyboard.press('c');
        await expect(page).toHaveURL(new RegExp(`${base}/groups/new$`));
        await expectAccessible(page, page.url());
        const name = 'engine-new';
        const taken = page.getByText('A group of this name exists. Choose another name, or change that group.');
        await page.getByLabel('Name').fill(group);
        await expect(taken).toBeVisible();
        await page.getByLabel('Name').fill(name);
        await expect(taken).toBeHidden();
        await page.getByLabel('Max retries').fill('3');
        await page.keyboard.press('ControlOrMeta+Enter');
        await expect(page).toHaveURL(new RegExp(`${base}/groups/${name}$`));
        await page.getByRole('link', { name: 'Configuration' }).click();
        await expect(page.getByLabel('Max retries')).toHaveValue('3');
        await page.getByLabel('Max retries').fill('4');
        await page.getByLabel(/^Reason/).fill('one more');
        await page.keyboard.press('ControlOrMeta+Enter');
        // The console samples meanwhile: what it saw of the brokers halfway is a version too.
        await expect(page.getByText(/\bv[23]\b/).first()).toBeVisible();
        await page.goto(`${base}/groups/${name}/history`);
        await expect(page.getByText('one more')).toBeVisible();
      });

      await test.step('the list of groups leads to the group, and to its settings', async () => {
        await page.goto(`${base}/groups`);
        const groups = page.getByRole('table', { name: 'Consumer groups' });
        const row = groups.getByRole('row').filter({ hasText: group });
        await expect(row).toBeVisible();
        await row.getByRole('link', { name: group }).first().click();
        await expect(page).toHaveURL(new RegExp(`${base}/groups/${group}$`));
        await expect(page.getByRole('heading', { level: 1, name: group })).toBeVisible();
        await page.getByRole('link', { name: 'Configuration' }).click();
        await expect(page.getByLabel('Max retries')).toBeVisible();
      });

      await test.step('its dead letters are listed', async () => {
        await page.goto(`${base}/dead-letters?group=${group}&by=message`);
        await expect(page.getByText(new RegExp(`\\b${LETTERS}\\b`)).first()).toBeVisible();
        await expectLinksStay(page);
        await expectAccessible(page, page.url());
      });

      await test.step('the plan says what is in the set, and starts nothing', async () => {
        await page.goto(`${base}/redrives/new?group=${group}&all=1`);
        await expect(
          page.getByRole('heading', { level: 1, name: `Re-drive ${LETTERS} dead letters to ${group}` }),
        ).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Is it safe?' })).toBeVisible();
        await expectLinksStay(page);
        await expectAccessible(page, page.url());
      });

      await test.step('started, the run sends all of it and says the outcome of each', async () => {
        await fix();
        await page.getByLabel(/^Reason/).fill('fixed in 2.14.1');
        await page.getByRole('button', { name: new RegExp(`^Start with ${LETTERS}`) }).click();
        await expect(page).toHaveURL(/\/redrives\/\d+$/);
        await expect(verdict(page, 'consumed')).toContainText(String(LETTERS), { timeout: 90_000 });
        await expect(page.getByTestId('run-sentence')).toHaveText(`All ${LETTERS} messages were consumed.`);
        await expectLinksStay(page);
        await expectAccessible(page, page.url());
      });

      await test.step('what was consumed is no dead letter any more', async () => {
        await page.goto(`${base}/dead-letters?group=${group}`);
        await expect(page.getByText(/No dead letter|No match/i).first()).toBeVisible();
        await page.goto(`${base}/redrives`);
        await expect(page.getByRole('row').filter({ hasText: group }).first()).toContainText('RD-');
      });
    } finally {
      await close();
    }
  });
