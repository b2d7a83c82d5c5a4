import 'server-only';
import { z } from 'zod';
import { listViews } from '../../auth/own-views';
import { LIST_NAMES } from '../../model/list-view';
import { defineRead } from '../http/define-read';

/** The views of one list that the person who asks has saved. */
export const savedViewsRead = defineRead({
  permission: 'account:use',
  subject: 'own',
  personal: true,
  input: z.strictObject({ list: z.enum(LIST_NAMES) }),
  run: ({ store, principal }, { list }) => listViews(store, principal.operatorId, list),
});
