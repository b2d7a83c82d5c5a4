'use server';

import { action } from '../http/operation';
import { changeSetting } from '../operations/settings/settings';
import { tryMasking } from '../operations/settings/try-masking';

export const updateSettingAction = action(changeSetting);
export const tryMaskingAction = action(tryMasking);
