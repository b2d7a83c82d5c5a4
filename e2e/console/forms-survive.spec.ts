import type { Page } from '@playwright/test';

import { queryDatabase } from '../fixtures/database';
import type { Account } from '../fixtures/product';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, NOBODY, type OpenContext, test, VIEWER } from '../fixtures/test';
import { acceptInvitation, invite } from '../fixtures/viewer';

/** A second administrator, whose sessions these tests end. */
const SECOND: Account = { email: 'second@redrive.example', password: 'lanterns over quiet water' };
const END_SESSIONS = `DELETE FROM operator_session WHERE operator_id =
  (SELECT operator_id FROM operator WHERE email = '${SECOND.email}')`;
const NO_ANSWER = /The server is not responding, so it is not known whether this was done/;

interface Form {
  readonly name: string;
  readonly fill: (page: Page, names: Names) => Promise<void>;
  /** The button that sends, which is there with all that was typed. */
  readonly button: string | RegExp;
  /** What was typed is still there. */
  readonly kept: (page: Page) => Promise<void>;
  readonly done: (page: Page, names: Names) => Promise<void>;
}

interface Names {
  /** What new things of this round are called. */
  readonly made: string;
  readonly group: string;
}

const reason = 'typed before it happened';
const reasonKept = async (page: Page) => expect(page.getByLabel(/^Reason/)).toHaveValue(reason);

const forms: readonly Form[] = [
  {
    name: 'group',
    fill: async (page, { group }) => {
      await page.goto(`/groups/${group}/config`);
      await page.getByLabel('Max retries').fill('7');
      await page.getByLabel(/^Reason/).fill(reason);
    },
    button: /^Save as v/,
    kept: async (page) => {
      await expect(page.getByLabel('Max retries')).toHaveValue('7');
      await reasonKept(page);
    },
    done: async (page) => expect(page.getByText(/^Saved as v/)).toBeVisible(),
  },
  {
    name: 'topic',
    fill: async (page, { made }) => {
      await page.goto('/topics');
      await page.getByRole('button', { name: 'New topic' }).first().click();
      const name = page.getByRole('dialog').getByLabel('Name');
      await name.fill('not possible');
      await expect(page.getByRole('dialog').getByText(/^A space is not allowed/)).toBeVisible();
      await name.fill(made);
      await expect(page.getByRole('dialog').getByText(/is not allowed/)).toBeHidden();
    },
    button: 'Create topic',
    kept: async (page) => expect(page.getByRole('dialog').getByLabel('Name')).not.toHaveValue(''),
    done: async (page, { made }) => expect(page.getByText(`Topic ${made} created`)).toBeVisible(),
  },
  {
    name: 'alarm rule',
    fill: async (page, { group }) => {
      await page.goto('/alarms');
      await page.getByRole('button', { name: 'New rule' }).click();
      const editor = page.getByRole('region', { name: 'Alarm rule', exact: true });
      await editor.getByLabel('Group').selectOption(group);
      await editor.getByLabel('At least').fill('77777');
      await editor.getByLabel(/^Reason/).fill(reason);
    },
    button: 'Create rule',
    kept: async (page) => expect(page.getByRole('textbox', { name: 'At least' })).toHaveValue('77777'),
    done: async (page) => expect(page.getByRole('region', { name: 'Alarm rule', exact: true })).toBeHidden(),
  },
  {
    name: 'limit',
    fill: async (page, { made }) => {
      await page.goto('/throttling');
      await page.getByRole('button', { name: 'New limit…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Applies to', { exact: true }).selectOption('Topic');
      await dialog.getByLabel('Topic', { exact: true }).fill(made);
      await dialog.getByLabel('Limit', { exact: true }).fill('5000');
      await dialog.getByLabel(/^Reason/).fill(reason);
    },
    button: 'Save limit',
    kept: async (page) => {
      await expect(page.getByRole('dialog').getByLabel('Limit', { exact: true })).toHaveValue('5000');
      await reasonKept(page);
    },
    done: async (page) => expect(page.getByText(/saved and in effect/)).toBeVisible(),
  },
  {
    name: 'sending retry',
    fill: async (page) => {
      await page.goto('/settings/sending-retry');
      const waits = page.getByLabel('First retry interval');
      await waits.fill((await waits.inputValue()) === '3 s' ? '4 s' : '3 s');
      await page.getByLabel(/^Reason/).fill(reason);
    },
    button: /^Save as v/,
    kept: reasonKept,
    done: async (page) => expect(page.getByText(/^Saved as v/)).toBeVisible(),
  },
  {
    name: 're-drive',
    fill: async (page, { group }) => {
      await page.goto(`/redrives/new?group=${group}&all=1`);
      await page.getByLabel(/^Reason/).fill(reason);
    },
    button: /^Start with/,
    kept: reasonKept,
    done: async (page) => expect(page).toHaveURL(/\/redrives\/(RD-)?\d+/),
  },
];

/** Each in a browser of its own: a tab holds a stream open, and a browser has six connections for one server. */
async function openForms(
  openContext: OpenContext,
  second: Awaited<ReturnType<typeof stateOfSecond>>,
  names: (form: Form) => Names,
) {
  const open = [];
  // one after the other: two cores render them
  for (const form of forms) {
    const context = await openContext(`second, ${form.name}`, second);
    // each loads the whole console, beside all that are open already
    context.setDefaultNavigationTimeout(60_000);
    const page = await context.newPage();
    await form.fill(page, names(form));
    const send = () => page.getByRole('button', { name: form.button }).click();
    open.push({ form, page, names: names(form), send });
  }
  return open;
}

async function stateOfSecond(openContext: OpenContext, admin: Page) {
  const context = await openContext('second', NOBODY);
  const page = await context.newPage();
  await admin.goto('/settings/users');
  const known = (await admin.getByRole('cell', { name: SECOND.email }).count()) > 0;
  if (known) await signInAs(page, SECOND);
  else await acceptInvitation(page, await invite(admin, SECOND.email, 'Admin'), SECOND);
  await page.close();
  return await context.storageState();
}

async function signInAs(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

async function signInHere(page: Page, password: string, email?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  if (email !== undefined) await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
}

test('forms survive a server that is killed under them, and show afterwards whether the save was done @long', async ({
  page,
  product,
  openContext,
  startApplication,
}) => {
  const { group } = await seedDeadLetters(product, startApplication, { name: 'killed', count: 1 });
  const second = await stateOfSecond(openContext, page);
  const open = await openForms(openContext, second, () => ({ made: 'made-after-the-crash', group }));
  const looking = await openContext('second', second);
  const watched = await looking.newPage();
  await watched.goto('/groups');
  await expect(watched.getByRole('button', { name: /Live/ })).toBeVisible();

  await product.crash();
  try {
    await expect(watched.getByText(/^Disconnected\. Showing \d\d:\d\d:\d\d UTC\. Trying again\./)).toBeVisible();
    await expect(watched.getByRole('button', { name: /Disconnected/ })).toBeVisible();
    await expect(watched.getByRole('button', { name: /Live/ })).toBeHidden();
    // A page that is opened now opens when there is an answer; until then the shell and the values stay.
    await watched.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Topics' }).click();
    await expect(watched.getByText('/topics opens when the server responds.')).toBeVisible();
    await expect(watched.getByRole('table', { name: 'Groups' })).toBeVisible();
    for (const { form, page: tab, send } of open) {
      await test.step(`${form.name}: typed is kept`, async () => {
        await send();
        await expect(tab.getByText(NO_ANSWER)).toBeVisible();
        await form.kept(tab);
      });
    }
  } finally {
    await product.startAgain();
  }
  await expect(watched.getByRole('heading', { level: 1, name: 'Topics' })).toBeVisible();
  await expect(watched.getByText(/^Disconnected\./)).toBeHidden();
  await expect(watched.getByRole('button', { name: /Live/ })).toBeVisible();
  for (const { form, page: tab, names } of open) {
    await test.step(`${form.name}: goes on`, async () => {
      if (form.name === 'group')
        await expect(tab.getByText('Your change was not saved; it is kept here.')).toBeVisible();
      await form.kept(tab);
      await tab.getByRole('button', { name: 'Try again' }).click();
      await form.done(tab, names);
      await tab.close();
    });
  }
});

test('forms survive the end of the session: sign-in happens over them, and the save goes on by itself @long', async ({
  page,
  product,
  openContext,
  startApplication,
}) => {
  const { group } = await seedDeadLetters(product, startApplication, { name: 'ended', count: 1 });
  const second = await stateOfSecond(openContext, page);
  const open = await openForms(openContext, second, () => ({ made: 'made-after-the-end', group }));
  await queryDatabase(product, END_SESSIONS);
  for (const { form, page: tab, names, send } of open) {
    await test.step(form.name, async () => {
      await send();
      const dialog = tab.getByRole('dialog', { name: 'Sign in to continue' });
      await expect(dialog.getByLabel('E-mail address')).toHaveValue(SECOND.email);
      await expect(dialog.getByLabel('Password')).toBeFocused();
      if (form.name === 'group') {
        await dialog.getByLabel('Password').fill('not this one at all');
        await dialog.getByRole('button', { name: 'Sign in' }).click();
        await expect(dialog.getByText('E-mail address or password is wrong.')).toBeVisible();
      }
      // Not now: nothing is lost, and there is a way on.
      await tab.keyboard.press('Escape');
      await expect(tab.getByText('You are signed out, and nothing was sent.')).toBeVisible();
      await form.kept(tab);
      await tab.getByRole('button', { name: 'Sign in and send' }).click();
      await signInHere(tab, SECOND.password);
      await form.done(tab, names);
      await tab.close();
    });
  }
});

test('a page without a form says that its session has ended, and is live again after sign-in @long', async ({
  page,
  product,
  openContext,
}) => {
  const second = await stateOfSecond(openContext, page);
  const context = await openContext('second', second);
  const tab = await context.newPage();
  await tab.goto('/topics');
  await tab.evaluate(() => document.body.setAttribute('data-loaded', 'once'));
  await expect(tab.getByRole('button', { name: /Live/ })).toBeVisible();
  await queryDatabase(product, END_SESSIONS);
  await expect(tab.getByText(/^Signed out\. Showing \d\d:\d\d:\d\d UTC\./)).toBeVisible();
  await expect(tab.getByRole('button', { name: /^Signed out/ })).toBeVisible();
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await signInHere(tab, SECOND.password);
  await expect(tab.getByRole('button', { name: /Live/ })).toBeVisible();
  await expect(tab.getByText(/^Signed out\./)).toBeHidden();
  expect(await tab.locator('body').getAttribute('data-loaded')).toBe('once');
});

test('another account that signs in over a form sees a notice, and nothing is sent automatically in its name @landing', async ({
  page,
  product,
  openContext,
  viewer,
}) => {
  // invites that person
  await viewer.close();
  const group = 'other-account';
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 3 });
  const second = await stateOfSecond(openContext, page);
  const context = await openContext('second', second);
  const tab = await context.newPage();
  await tab.goto(`/groups/${group}/config`);
  await tab.getByLabel('Max retries').fill('7');
  await tab.getByLabel(/^Reason/).fill(reason);
  await queryDatabase(product, END_SESSIONS);
  await tab.getByRole('button', { name: /^Save as v/ }).click();
  await tab.getByLabel('E-mail address').fill(VIEWER.email);
  await expect(tab.getByText(`This page was opened by ${SECOND.email}.`)).toBeVisible();
  await signInHere(tab, VIEWER.password, VIEWER.email);
  await expect(tab.getByText(`Nothing was sent: you are signed in as ${VIEWER.email} now`)).toBeVisible();
  await expect(tab.getByText(`You are signed in as ${VIEWER.email} now.`)).toBeVisible();
  await expect(tab.getByLabel('Max retries')).toHaveValue('7');
  await tab.getByRole('button', { name: 'Send as this account' }).click();
  await expect(tab.getByText(/needs the permission group:write/)).toBeVisible();
  await expect(tab.getByLabel('Max retries')).toHaveValue('7');
});

test('a save whose reply is lost is found to be saved, and one that an updated console does not know is kept', async ({
  page,
  product,
}) => {
  const group = 'lost-reply';
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 3 });
  await page.goto(`/groups/${group}/config`);
  const type = async (retries: string) => {
    await page.getByLabel('Max retries').fill(retries);
    await page.getByLabel(/^Reason/).fill(reason);
    await page.getByRole('button', { name: /^Save as v/ }).click();
  };
  await page.route(`**/groups/${group}/config`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await type('7');
  await expect(page.getByText('Saved as v2')).toBeVisible();
  await expect(page.getByText(NO_ANSWER)).toBeHidden();
  await page.unroute(`**/groups/${group}/config`);

  // Another operator saves while this one types: what they changed comes into view, and nothing typed is lost.
  await page.getByLabel('Max retries').fill('9');
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 5, version: 2 });
  await page.getByLabel(/^Reason/).fill(reason);
  const conflict = page.getByRole('region', { name: 'Someone else saved this first' });
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(conflict).toBeFocused();
  await expect(conflict).toBeInViewport();
  await expect(page.getByLabel('Max retries')).toHaveValue('9');
  await conflict.getByRole('button', { name: 'Discard my change' }).click();

  // What a page sends whose action is not part of the build that runs now.
  await page.route(`**/groups/${group}/config`, async (route) => {
    const headers = route.request().headers();
    if (headers['next-action'] === undefined) return route.continue();
    return route.continue({
      headers: { ...headers, 'next-action': headers['next-action'].replaceAll(/[0-9a-f]/g, '7') },
    });
  });
  await type('8');
  await expect(page.getByText(/The console was updated after this page was opened/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in another tab' })).toBeVisible();
  await expect(page.getByLabel('Max retries')).toHaveValue('8');
  await expect(page.getByLabel(/^Reason/)).toHaveValue(reason);
});
