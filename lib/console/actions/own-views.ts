'use server';

import { action } from '../http/operation';
import { changeView, deleteView, saveView } from '../operations/accounts/saved-views';

export const saveViewAction = action(saveView);
export const changeViewAction = action(changeView);
export const deleteViewAction = action(deleteView);
