'use server';

import { headers } from 'next/headers';
import { z } from 'zod';
import { removeFactor, renamePasskey, renewRecoveryCodes } from '../../auth/factors/own-factors';
import { beginTotp, confirmOwnTotp } from '../../auth/factors/own-totp';
import { addOwnPasskey, beginPasskey, type NewPasskey } from '../../auth/factors/passkeys';
import { beginOidc } from '../../auth/oidc/begin';
import { personOf } from '../../auth/own-account';
import { BrokerError, isBrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { getRuntime } from '../../runtime/singleton';
import { defineAction } from '../http/define-action';
import { setQuestion } from '../http/session-cookie';
import { browserOf, questionTokensOf, siteOf } from '../http/visitor';
import { madePasskey, passkeyName } from '../http/door/passkey-shapes';
import { rowId } from '../schemas/row-id';

const permission = 'account:secure';
const nothing = z.strictObject({});

export const beginAppAction = defineAction({
  permission,
  subject: 'own',
  input: nothing,
  run: ({ store, broker, actor, principal }) => beginTotp(store, broker.seal, personOf(principal, actor)),
});

/** @returns recovery codes when there were none */
export const confirmAppAction = defineAction({
  permission,
  subject: 'own',
  input: z.strictObject({ code: z.string().max(100) }),
  run: ({ store, broker, actor, principal }, { code }) =>
    confirmOwnTotp(store, broker.seal, personOf(principal, actor), code),
});

export const beginPasskeyAction = defineAction({
  permission,
  subject: 'own',
  input: nothing,
  run: async ({ store, actor, principal }) => {
    const given = await headers();
    const asked = await beginPasskey(store, personOf(principal, actor), siteOf(given), browserOf(given));
    await setQuestion(asked.token);
    return asked.options;
  },
});

/** @returns recovery codes when there were none */
export const addPasskeyAction = defineAction({
  permission,
  subject: 'own',
  input: z.strictObject({ name: passkeyName, response: madePasskey }),
  run: async ({ store, actor, principal }, { name, response }) => {
    const given = await headers();
    const made = { name, response: response as NewPasskey['response'], tokens: questionTokensOf(given) };
    return addOwnPasskey(store, personOf(principal, actor), siteOf(given), made);
  },
});

export const renamePasskeyAction = defineAction({
  permission,
  subject: 'own',
  input: z.strictObject({ passkeyId: rowId, name: passkeyName }),
  run: ({ store, actor, principal }, input) => renamePasskey(store, personOf(principal, actor), input),
});

export const removeFactorAction = defineAction({
  permission,
  subject: 'own',
  input: z.strictObject({
    factor: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('authenticator-app') }),
      z.strictObject({ kind: z.literal('passkey'), passkeyId: rowId }),
      z.strictObject({ kind: z.literal('single-sign-on'), issuer: z.string().max(2000) }),
    ]),
  }),
  run: ({ store, actor, principal }, { factor }) => removeFactor(store, personOf(principal, actor), factor),
});

export const renewRecoveryCodesAction = defineAction({
  permission,
  subject: 'own',
  input: nothing,
  run: ({ store, actor, principal }) => renewRecoveryCodes(store, personOf(principal, actor)),
});

/** @returns where to go: the person proves there which account it is */
export const connectSingleSignOnAction = defineAction({
  permission,
  subject: 'own',
  input: nothing,
  run: async ({ store, actor, principal }) => {
    const { oidc } = getRuntime().config;
    if (oidc === undefined)
      throw new BrokerError('conflict', told('Single sign-on is not set up any more. Ask an admin to set it up.'));
    const { operatorId } = personOf(principal, actor);
    const given = await headers();
    const { publicUrl } = getRuntime().config;
    // the provider sends people back to one address, and this browser must have its cookie there
    if (siteOf(given).host !== new URL(publicUrl).hostname)
      throw new BrokerError(
        'conflict',
        told('Open the console at {publicUrl} to connect single sign-on.', { publicUrl }),
      );
    const start = { purpose: 'link', operatorId, next: '/settings' } as const;
    const begun = await beginOidc(store, oidc, start, browserOf(given)).catch((error: unknown) => {
      if (isBrokerError(error)) throw error;
      throw new BrokerError(
        'unavailable',
        told('{oidc} is not responding. Nothing was changed. Try again.', { oidc: oidc.name }),
      );
    });
    const { url, state } = begun;
    await setQuestion(state);
    return { url };
  },
});
