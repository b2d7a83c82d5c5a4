'use server';

import { headers } from 'next/headers';
import { z } from 'zod';
import { changePassword, endOtherSessions, endSession, personOf, setLanguage } from '../../auth/own-account';
import { LANGUAGES } from '../../model/language/languages';
import { defineAction } from '../http/define-action';
import { rowId } from '../schemas/row-id';
import { browserOf } from '../http/visitor';

export const changePasswordAction = defineAction({
  permission: 'account:use',
  subject: 'own',
  input: z.strictObject({ current: z.string().min(1).max(1000), password: z.string().max(1000) }),
  run: async ({ store, actor, principal }, input) => {
    const { deviceTokens } = browserOf(await headers());
    return changePassword(store, personOf(principal, actor), { ...input, deviceTokens });
  },
});

export const endSessionAction = defineAction({
  permission: 'account:use',
  subject: 'own',
  input: z.strictObject({ sessionId: rowId }),
  run: ({ store, actor, principal }, input) => endSession(store, personOf(principal, actor), input.sessionId),
});

export const endOtherSessionsAction = defineAction({
  permission: 'account:use',
  subject: 'own',
  input: z.strictObject({}),
  run: ({ store, actor, principal }) => endOtherSessions(store, personOf(principal, actor)),
});

export const setLanguageAction = defineAction({
  permission: 'account:use',
  subject: 'own',
  input: z.strictObject({ language: z.enum(LANGUAGES).nullable() }),
  run: ({ store, actor, principal }, { language }) => setLanguage(store, personOf(principal, actor), language),
});
