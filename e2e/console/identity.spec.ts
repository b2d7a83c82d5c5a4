import type { CDPSession, Page } from '@playwright/test';
import { totpCode, totpStepAt } from '../../lib/auth/factors/totp';
import { startOpenIdProvider, type TestProvider } from '../../lib/testing/openid-provider';
import { expectAccessible } from '../fixtures/axe';
import { queryDatabase } from '../fixtures/database';
import type { Account, Product } from '../fixtures/product';
import { confirmedMinutesAgo, expect, NOBODY, signIn, test } from '../fixtures/test';
import { acceptInvitation, invite } from '../fixtures/viewer';

const KEEPER = { email: 'keeper@redrive.example', password: 'copper lantern meadow 42' };
const LATER = { email: 'later@redrive.example', password: 'walnut harbour pencil 93' };

/** Passkeys are for names, not for addresses. */
const byName = ({ url }: Product) => url.replace('127.0.0.1', 'localhost');

/** An authenticator that answers by itself, as one whose owner touches it at once. */
async function giveAuthenticator(page: Page): Promise<{ readonly cdp: CDPSession; readonly authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function givePassword(page: Page, origin: string, { email, password }: Account): Promise<void> {
  await page.goto(`${origin}/sign-in?next=/settings`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const ways = (page: Page) => page.getByRole('region', { name: 'Sign-in methods' });
const codesIn = async (page: Page) =>
  page.getByRole('list', { name: 'Recovery codes' }).locator('code').allTextContents();

// the product is shared
test.afterEach(({ product }) => queryDatabase(product, `DELETE FROM broker_setting WHERE name = 'sign-in'`));

test('authenticator app, passkey and recovery codes: set up, sign in, confirm, be required @long', async ({
  page,
  product,
  openContext,
}) => {
  const origin = byName(product);
  const context = await openContext('keeper', NOBODY);
  const own = await context.newPage();
  await acceptInvitation(own, (await invite(page, KEEPER.email, 'Admin')).replace(product.url, origin), KEEPER);
  const { cdp, authenticatorId } = await giveAuthenticator(own);

  await test.step('a passkey, with recovery codes that are shown once', async () => {
    await own.goto(`${origin}/settings`);
    await ways(own).getByRole('button', { name: 'Add passkey' }).click();
    const codes = own.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(codes).toBeVisible();
    expect(await codesIn(own)).toHaveLength(10);
    // a slip closes nothing that cannot be shown again
    await own.keyboard.press('Escape');
    await expect(codes).toBeVisible();
    await expectAccessible(own, 'recovery codes');
    await codes.getByRole('button', { name: 'I have saved the codes' }).click();
    await ways(own)
      .getByRole('button', { name: /Actions for passkey/ })
      .click();
    await own.getByRole('menuitem', { name: 'Rename…' }).click();
    await own.getByRole('dialog').getByLabel('Name').fill('key ring');
    await own.getByRole('button', { name: 'Rename' }).click();
    await expect(ways(own).getByText('Passkey key ring')).toBeVisible();
  });

  let secret = '';
  let step = 0;
  await test.step('an authenticator app', async () => {
    await ways(own).getByRole('button', { name: 'Set up' }).click();
    const dialog = own.getByRole('dialog', { name: 'Set up an authenticator app' });
    secret = (await dialog.locator('code').textContent()) ?? '';
    await expectAccessible(own, 'setting up an app');
    await dialog.getByLabel('Code from your authenticator app').fill('000000');
    await dialog.getByRole('button', { name: 'Finish' }).click();
    await expect(dialog.getByText('This is not the current code.')).toBeVisible();
    step = totpStepAt(new Date());
    await dialog.getByLabel('Code from your authenticator app').fill(totpCode(secret, step));
    await dialog.getByRole('button', { name: 'Finish' }).click();
    await expect(ways(own).getByRole('button', { name: 'Remove…' })).toBeVisible();
    await expectAccessible(own, 'how one signs in');
  });

  await test.step('the passkey alone signs in', async () => {
    await own.getByRole('button', { name: 'Sign out' }).click();
    await expect(own).toHaveURL(/sign-in/);
    await own.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(own.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  await test.step('a password leads to the second factor, and a used code is refused', async () => {
    await own.getByRole('button', { name: 'Sign out' }).click();
    await expect(own).toHaveURL(/sign-in/);
    await givePassword(own, origin, KEEPER);
    await expect(own.getByRole('heading', { name: 'Second factor' })).toBeVisible();
    await expectAccessible(own, 'second factor');
    // no page opens on the way
    expect((await own.request.get(`${origin}/api/session`)).status()).toBe(401);
    await own.getByLabel('Code from your authenticator app').fill(totpCode(secret, step));
    await own.getByRole('button', { name: 'Continue' }).click();
    await expect(own.getByText('This code is wrong or was already used. Wait for the next one.')).toBeVisible();
    await own.getByLabel('Code from your authenticator app').fill(totpCode(secret, step + 1));
    await own.keyboard.press('Enter');
    await expect(own.getByRole('region', { name: 'Role' })).toContainText(KEEPER.email);
  });

  let codes: string[] = [];
  await test.step('a sensitive change is confirmed by the passkey, and then goes on by itself', async () => {
    await queryDatabase(product, `UPDATE operator_session SET confirmed_at = confirmed_at - interval '1 hour'`);
    await ways(own).getByRole('button', { name: 'New codes…' }).click();
    await own.getByRole('button', { name: 'Create new codes' }).click();
    const dialog = own.getByRole('dialog', { name: 'Confirm that it is you' });
    await expectAccessible(own, 'confirm who it is');
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(own.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
    codes = await codesIn(own);
    await own.getByRole('button', { name: 'I have saved the codes' }).click();
  });

  await test.step('a session that ended opens again over the page, with a recovery code', async () => {
    await queryDatabase(
      product,
      `DELETE FROM operator_session s USING operator o
      WHERE o.operator_id = s.operator_id AND o.email = '${KEEPER.email}'`,
    );
    await ways(own)
      .getByRole('button', { name: /Actions for passkey/ })
      .click();
    await own.getByRole('menuitem', { name: 'Rename…' }).click();
    await own.getByLabel('Name', { exact: true }).fill('typed before the session ended');
    await own.getByRole('button', { name: 'Rename' }).click();
    const dialog = own.getByRole('dialog', { name: 'Sign in to continue' });
    await dialog.getByLabel('Password').fill(KEEPER.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog.getByLabel('Recovery code').fill(codes[0] ?? '');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(ways(own).getByText('Passkey typed before the session ended')).toBeVisible();
    await expect(ways(own).getByText('9 codes left')).toBeVisible();
  });

  await test.step('a passkey that its owner does not unlock, and one that was removed, open nothing', async () => {
    await own.getByRole('button', { name: 'Sign out' }).click();
    await expect(own).toHaveURL(/sign-in/);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await own.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(own.getByText('got no answer from a passkey')).toBeVisible();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await confirmedMinutesAgo(product, 0);
    await page.goto('/settings/users');
    await page.getByRole('button', { name: `Actions for ${KEEPER.email}` }).click();
    await page.getByRole('menuitem', { name: 'Reset second factors…' }).click();
    await page.getByRole('button', { name: 'Reset and sign out' }).click();
    await expect(page.getByRole('row').filter({ hasText: KEEPER.email })).not.toContainText('passkey');
    await own.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(own.getByText('This passkey does not open an account here.')).toBeVisible();
  });

  await test.step('who needs a second factor and has none sets one up at the door', async () => {
    await page.goto('/settings/sign-in');
    await page.getByRole('checkbox', { name: 'operator' }).check();
    await page.getByLabel(/Reason/).fill('operators can discard');
    await expectAccessible(page, 'sign-in policy');
    await page.getByRole('button', { name: /Save as v/ }).click();
    await expect(page.getByText('Saved as v')).toBeVisible();
    await own.goto((await invite(page, LATER.email, 'Operator')).replace(product.url, origin));
    await own.getByLabel('Password', { exact: true }).fill(LATER.password);
    await own.getByLabel('Repeat password').fill(LATER.password);
    await own.getByRole('button', { name: 'Set password and sign in' }).click();
    await expect(own.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await expectAccessible(own, 'set up at the door');
    await own.goto(`${origin}/groups`);
    await expect(own).toHaveURL(/sign-in/);
    await givePassword(own, origin, LATER);
    // The page of sign-in has a button of this name too.
    await expect(own.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await own.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(own.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
    await own.getByRole('button', { name: 'I have saved the codes' }).click();
    await expect(ways(own).getByText('Your role requires a second factor')).toBeVisible();
    await ways(own)
      .getByRole('button', { name: /Actions for passkey/ })
      .click();
    await own.getByRole('menuitem', { name: 'Remove…' }).click();
    await own.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(own.getByText('The role operator needs a second factor.')).toBeVisible();
  });
});

test('single sign-on: in, out, confirmed in another window, and each refusal in words @long', async ({
  page,
  product,
  openContext,
}) => {
  const redirectUri = `${product.url}/api/session/oidc/callback`;
  const context = await openContext('single sign-on', NOBODY);
  const own = await context.newPage();
  await own.goto('/sign-in');
  await own.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await expect(own.getByRole('heading', { name: 'Example ID does not respond' })).toBeVisible();
  const provider: TestProvider = await startOpenIdProvider(redirectUri, product.openIdPort);
  try {
    provider.person = { sub: 'p1', email: 'sso@redrive.example', email_verified: true, groups: ['platform'] };
    await own.goto('/topics');
    await own.getByRole('link', { name: 'Sign in with Example ID' }).click();
    await expect(own).toHaveURL(/\/topics$/);

    await own.goto('/settings/users');
    await expect(own.getByRole('row').filter({ hasText: 'sso@redrive.example' })).toContainText('single sign-on');
    await queryDatabase(product, `UPDATE operator_session SET confirmed_at = confirmed_at - interval '1 hour'`);
    await own.getByRole('button', { name: 'Add user' }).click();
    await own.getByLabel('E-mail address').fill('kept@redrive.example');
    await own.getByRole('button', { name: 'Add user and create link' }).click();
    const asked = provider.signIns();
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      own.getByRole('link', { name: 'Use Example ID in another window' }).click(),
    ]);
    // it went on by itself, with what was typed
    await expect(own.getByRole('dialog', { name: 'Link for kept@redrive.example' })).toBeVisible();
    expect(provider.signIns()).toBe(asked + 1);
    if (!other.isClosed()) await other.close();
    await own.getByRole('button', { name: 'I have saved it' }).click();

    await own.getByRole('button', { name: 'Sign out' }).click();
    await own.waitForURL(({ origin }) => origin === provider.issuer);

    for (const [person, heading] of [
      [{ sub: 'p2', email: 'sso2@redrive.example', groups: ['football'] }, 'You have no role here'],
      [{ sub: 'p3', groups: ['sre'] }, 'Your e-mail address is missing'],
      [{ sub: 'p4', email: product.admin.email, groups: ['sre'] }, 'This e-mail address has an account'],
      [null, 'The sign-in was cancelled'],
    ] as const) {
      await context.clearCookies();
      provider.person = person;
      await own.goto('/sign-in');
      await own.getByRole('link', { name: 'Sign in with Example ID' }).click();
      await expect(own.getByRole('heading', { name: heading })).toBeVisible();
      await expectAccessible(own, heading);
    }
    await own.goto('/api/session/oidc/callback?code=x&state=y');
    await expect(own.getByRole('heading', { name: 'This sign-in is over' })).toBeVisible();

    await context.clearCookies();
    await signIn(own, product.admin);
    provider.person = { sub: 'p5', email: 'work@redrive.example', groups: ['platform'] };
    await own.goto('/settings');
    await ways(own).getByRole('button', { name: 'Connect account' }).click();
    await expect(ways(own).getByText(`connected with ${provider.issuer}`)).toBeVisible();
    await ways(own).getByRole('button', { name: 'Disconnect…' }).click();
    await own.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(ways(own).getByText('not connected with Example ID')).toBeVisible();
    await page.goto('/audit?action=factor.');
    await expect(page.getByRole('row').filter({ hasText: 'removed sign-in factor' }).first()).toBeVisible();
  } finally {
    await provider.close();
  }
});
