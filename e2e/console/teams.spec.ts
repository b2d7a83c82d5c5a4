import type { BrowserContext, Page } from '@playwright/test';

import { expectAccessible } from '../fixtures/axe';
import { pick, press, type } from '../fixtures/keyboard';
import type { Account, Product } from '../fixtures/product';
import { callApi } from '../fixtures/seed';
import { choose } from '../fixtures/steps';
import { confirmedMinutesAgo, expect, NOBODY, type OpenContext, test } from '../fixtures/test';
import { acceptInvitation, callApiAs, invite } from '../fixtures/viewer';

const OLGA = { email: 'olga@redrive.example', password: 'seven amber windmills turning' };
const VERA = { email: 'vera@redrive.example', password: 'quiet copper harbour lights' };
const SARA = { email: 'sara@redrive.example', password: 'lemon granite orbit 2026' };

/** A person with no rights but those of teams. */
async function member(page: Page, openContext: OpenContext, account: Account): Promise<Page> {
  const link = await invite(page, account.email, 'Member');
  const own = await (await openContext(account.email, NOBODY)).newPage();
  await acceptInvitation(own, link, account);
  return own;
}

const team = (page: Page, name: string) => page.getByRole('region', { name: `Team ${name}` });
const dialog = (page: Page) => page.getByRole('dialog');

async function addMember(
  page: Page,
  of: string,
  name: string,
  role: 'Viewer' | 'Operator' | 'Team owner',
): Promise<void> {
  await page.getByRole('button', { name: `Add a member to ${of}` }).click();
  await dialog(page).getByLabel('E-mail address').fill(name);
  await choose(dialog(page), role);
  await dialog(page).getByRole('button', { name: 'Add member' }).click();
}

async function confirmAs(page: Page, { password }: Account): Promise<void> {
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirm.getByLabel('Password').fill(password);
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
}

/** What is wider than the window. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#main table, #main .panel, #main button')]
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((element) => element.textContent),
  );

test('a team is made, gets an owner, and the owner says who is in it @long', async ({ page, product, openContext }) => {
  for (const group of ['shop-orders', 'bank-payments']) await callApi(product, 'PUT', `/groups/${group}`, {});
  await invite(page, VERA.email, 'Member');
  const olga = await member(page, openContext, OLGA);

  await test.step('an administrator makes it; what is wrong stands at its field', async () => {
    await page.goto('/settings/teams');
    await expect(page.getByText('A team gives users, API tokens and groups')).toBeVisible();
    await expectAccessible(page, 'no teams');
    await page.getByRole('button', { name: 'Create team' }).click();
    await dialog(page).getByLabel('Name').fill('Shop');
    await dialog(page).getByLabel('Prefixes').fill('shop-* shop-eu-');
    await dialog(page).getByRole('button', { name: 'Create team' }).click();
    await expect(dialog(page).getByText(/shop- already covers shop-eu-\./)).toBeVisible();
    await expectAccessible(page, 'a prefix that is refused');
    await dialog(page).getByLabel('Prefixes').fill('shop-');
    await dialog(page).getByRole('button', { name: 'Create team' }).click();
    await expect(team(page, 'Shop').getByText('No members yet')).toBeVisible();
  });

  await test.step('and gives it an owner', async () => {
    await addMember(page, 'Shop', 'missing@redrive.example', 'Team owner');
    await expect(dialog(page).getByText('There is no account missing@redrive.example.')).toBeVisible();
    await dialog(page).getByLabel('E-mail address').fill(OLGA.email);
    await dialog(page).getByRole('button', { name: 'Add member' }).click();
    await expect(team(page, 'Shop').getByRole('combobox', { name: `Role of ${OLGA.email} in Shop` })).toHaveValue(
      'owner',
    );
    await addMember(page, 'Shop', OLGA.email, 'Viewer');
    await expect(dialog(page).getByText(`${OLGA.email} is already in Shop, as owner.`)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the owner sees that team alone, and after a sign-in of theirs changes who is in it', async () => {
    await callApi(product, 'POST', '/teams', { name: 'Bank', prefixes: ['bank-'] });
    await olga.goto('/groups');
    await expect(olga.getByText('shop-orders').first()).toBeVisible();
    await expect(olga.getByText('bank-payments')).toHaveCount(0);
    await olga.goto('/settings/teams');
    await expect(team(olga, 'Shop').getByText('Your role: owner')).toBeVisible();
    await expect(team(olga, 'Bank')).toHaveCount(0);
    await expect(olga.getByRole('button', { name: 'Create team' })).toHaveCount(0);
    await expect(olga.getByRole('button', { name: 'Actions for Shop' })).toHaveCount(0);
    const own = olga.getByRole('button', { name: `Remove ${OLGA.email} from Shop` });
    await expect(own).toHaveAttribute('aria-disabled', 'true');
    await expect(own).toHaveAccessibleDescription(/^You cannot change your own membership/);
    await confirmedMinutesAgo(product, 11);
    await addMember(olga, 'Shop', VERA.email, 'Viewer');
    await confirmAs(olga, OLGA);
    await confirmedMinutesAgo(product, 0);
    const role = olga.getByRole('combobox', { name: `Role of ${VERA.email} in Shop` });
    await expect(role).toHaveValue('viewer');
    await role.selectOption('operator');
    await expect(role).toHaveValue('operator');
    await olga.reload();
    await expect(role).toHaveValue('operator');
    await expectAccessible(olga, 'the team of an owner');
    await olga.setViewportSize({ width: 390, height: 844 });
    expect(await tooWide(olga)).toEqual([]);
    await olga.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('and cannot by the HTTP API what the page does not offer', async () => {
    const { items } = (await callApi(product, 'GET', '/teams')) as { items: { id: number; name: string }[] };
    const members = (name: string) => `/teams/${idOf(name)}/members`;
    const idOf = (name: string) => items.find((each) => each.name === name)?.id ?? 0;
    const person = { kind: 'person', name: VERA.email, role: 'owner' };
    expect(await callApiAs(olga, 'POST', members('Bank'), person)).toMatch(/^404 /);
    expect(await callApiAs(olga, 'POST', members('Shop'), { ...person, kind: 'token' })).toMatch(/^403 /);
    expect(await callApiAs(olga, 'PUT', `/teams/${idOf('Shop')}`, { name: 'Shop', prefixes: ['bank-'] })).toMatch(
      /^403 /,
    );
  });

  await test.step('removes one, and the administrator the team; the audit log has it all', async () => {
    await olga.getByRole('button', { name: `Remove ${VERA.email} from Shop` }).click();
    await dialog(olga).getByRole('button', { name: 'Remove from Shop' }).click();
    await expect(team(olga, 'Shop').getByText(VERA.email)).toHaveCount(0);
    await page.goto('/settings/teams');
    await expect(team(page, 'Shop').getByText(VERA.email)).toHaveCount(0);
    await page.getByRole('button', { name: 'Actions for Shop' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect(dialog(page).getByText('1 member loses the rights granted by the team')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Delete Shop' }).click();
    await expect(team(page, 'Shop')).toHaveCount(0);
    await page.goto('/audit?action=team.');
    for (const [who, what] of [
      [product.admin.email, 'created team'],
      [OLGA.email, 'added a member to team'],
      [OLGA.email, 'changed the role of a member of team'],
      [OLGA.email, 'removed a member of team'],
      [product.admin.email, 'deleted team'],
    ] as const)
      await expect(page.getByRole('row').filter({ hasText: who }).filter({ hasText: what }).first()).toBeVisible();
    await expect(page.getByText(new RegExp(`role viewer → operator.*who ${VERA.email}`)).first()).toBeVisible();
    await olga.goto('/settings/teams');
    await expect(olga.getByText(/permission|not allowed/i).first()).toBeVisible();
  });
});

test('a team and its first member by keyboard alone @long', async ({ page, product }) => {
  await callApi(product, 'POST', '/teams', { name: 'Aaa', prefixes: ['aaa-'] });
  await page.goto('/settings/teams');
  await press(page, page.getByRole('button', { name: 'Create team' }));
  await type(page, dialog(page).getByLabel('Name'), 'Keys');
  await type(page, dialog(page).getByLabel('Prefixes'), 'keys-');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await press(page, page.getByRole('button', { name: 'Add a member to Keys' }));
  await type(page, dialog(page).getByLabel('E-mail address'), product.admin.email);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(team(page, 'Keys').getByText('admin everywhere')).toBeVisible();
  await press(page, page.getByRole('button', { name: `Remove ${product.admin.email} from Keys` }));
  await press(page, dialog(page).getByRole('button', { name: 'Remove from Keys' }));
  await expect(team(page, 'Keys').getByText('No members yet')).toBeVisible();
  await pick(page, page.getByRole('button', { name: 'Actions for Keys' }), 'Delete…');
  await press(page, dialog(page).getByRole('button', { name: 'Delete Keys' }));
  await expect(team(page, 'Keys')).toHaveCount(0);
});

/** What comes on the live stream, until it ends. */
async function listen({ url }: Product, context: BrowserContext) {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const leaving = new AbortController();
  const answer = await fetch(`${url}/api/live`, { headers: { cookie }, signal: leaving.signal });
  const heard = { status: answer.status, text: '', ended: false };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) heard.text += decoder.decode(part, { stream: true });
    heard.ended = true;
  };
  const reading = read().catch(() => undefined);
  const leave = async (): Promise<void> => {
    leaving.abort();
    await reading;
  };
  return { heard, leave };
}

test('an open live stream ends within a second of what its reader lost, and says no name after it', async ({
  page,
  product,
  openContext,
}) => {
  const versions = new Map<string, number>();
  const change = async (group: string): Promise<void> => {
    const version = versions.get(group);
    const maxRetries = 1 + (version ?? 0);
    await callApi(product, 'PUT', `/groups/${group}`, { maxRetries, ...(version === undefined ? {} : { version }) });
    versions.set(group, maxRetries);
  };
  for (const group of ['live-ours', 'live-theirs']) await change(group);
  const made = (await callApi(product, 'POST', '/teams', { name: 'Live', prefixes: ['live-ours'] })) as { id: number };
  const path = `/teams/${made.id}`;
  const sara = await member(page, openContext, SARA);
  const added = (await callApi(product, 'POST', `${path}/members`, {
    ...{ kind: 'person', name: SARA.email, role: 'viewer' },
  })) as { members: { id: number }[] };

  const first = await listen(product, sara.context());
  expect(first.heard.status).toBe(200);
  await expect.poll(() => first.heard.text).toContain('event: hello');
  await change('live-theirs');
  await change('live-ours');
  await expect.poll(() => first.heard.text).toContain('live-ours');
  expect(first.heard.text).not.toContain('live-theirs');

  // the team is about something else now: the stream ends, and one that is opened again is of that
  await callApi(product, 'PUT', path, { name: 'Live', prefixes: ['live-theirs'] });
  await page.waitForTimeout(1_000);
  const before = first.heard.text;
  await change('live-ours');
  await expect.poll(() => first.heard.ended).toBe(true);
  expect(first.heard.text).toBe(before);
  // they are still signed in
  expect(first.heard.text).not.toContain('signed-out');
  const second = await listen(product, sara.context());
  await expect.poll(() => second.heard.text).toContain('event: hello');
  await change('live-ours');
  await change('live-theirs');
  await expect.poll(() => second.heard.text).toContain('live-theirs');
  expect(second.heard.text).not.toContain('live-ours');

  // out of the team: nothing more, on the stream that ends and on the next one
  await callApi(product, 'DELETE', `${path}/members/${added.members[0]?.id}`);
  await page.waitForTimeout(1_000);
  const last = second.heard.text;
  await change('live-theirs');
  await expect.poll(() => second.heard.ended).toBe(true);
  expect(second.heard.text).toBe(last);
  const third = await listen(product, sara.context());
  await expect.poll(() => third.heard.text).toContain('event: hello');
  await change('live-theirs');
  await page.waitForTimeout(1_000);
  expect(third.heard.text).not.toContain('event: change');
  const streams = [first, second, third];
  await Promise.all(streams.map(({ leave }) => leave()));
});
