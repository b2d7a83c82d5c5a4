'use server';

import { z } from 'zod';
import { personOf } from '../../auth/own-account';
import { changeView, deleteView, saveView } from '../../auth/own-views';
import { LIST_NAMES } from '../../model/list-view';
import { defineAction } from '../http/define-action';
import { rowId } from '../schemas/row-id';

const name = z.string().max(1_000);

export const saveViewAction = defineAction({
  permission: 'account:use',
  subject: 'own',
  input: z.strictObject({
    list: z.enum(LIST_NAMES),
    name,
    query: z.string().max(10_000),
    isDefault: z.boolean(),
  }),
  run: ({ store, actor, principal }, input) => saveView(store, personOf(principal, actor), input),
});

export const changeViewAction = defineAction({
  permission: 'account:use',
  subject: 'own',
  input: z.strictObject({ viewId: rowId, name: name.optional(), isDefault: z.boolean().optional() }),
  run: ({ store, actor, principal }, input) => changeView(store, personOf(principal, actor), input),
});

export const deleteViewAction = defineAction({
  permission: 'account:use',
  subject: 'own',
  input: z.strictObject({ viewId: rowId }),
  run: ({ store, actor, principal }, { viewId }) => deleteView(store, personOf(principal, actor), viewId),
});
