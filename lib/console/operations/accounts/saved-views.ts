import { z } from 'zod';
import { personOf } from '../../../auth/own-account';
import {
  changeView as change,
  deleteView as remove,
  listViews as list,
  saveView as save,
} from '../../../auth/own-views';
import { LIST_NAMES } from '../../../model/list-view';
import { operation } from '../../http/operation';
import { rowId } from '../../schemas/row-id';

const own = { needs: 'installation', permission: 'account:use', subject: 'own' } as const;
const changes = { ...own, effect: 'change' } as const;
const name = z.string().max(1_000);

export const savedViews = operation({
  ...{ ...own, effect: 'read' },
  name: 'savedViews',
  summary: 'The views of one list that the person who asks has saved',
  input: z.strictObject({ list: z.enum(LIST_NAMES) }),
  run: ({ broker, principal }, given) => list(broker.store, principal.operatorId, given.list),
});

export const saveView = operation({
  ...changes,
  name: 'saveView',
  summary: 'Keep the filters of a list under a name',
  input: z.strictObject({ list: z.enum(LIST_NAMES), name, query: z.string().max(10_000), isDefault: z.boolean() }),
  run: ({ broker, actor, principal }, input) => save(broker.store, personOf(principal, actor), input),
});

export const changeView = operation({
  ...changes,
  name: 'changeView',
  summary: 'Rename a saved view, or have its list open with it',
  input: z.strictObject({ viewId: rowId, name: name.optional(), isDefault: z.boolean().optional() }),
  run: ({ broker, actor, principal }, input) => change(broker.store, personOf(principal, actor), input),
});

export const deleteView = operation({
  ...{ ...own, effect: 'destructive' },
  name: 'deleteView',
  summary: 'Delete a saved view',
  input: z.strictObject({ viewId: rowId }),
  run: ({ broker, actor, principal }, { viewId }) => remove(broker.store, personOf(principal, actor), viewId),
});
