'use server';

import { z } from 'zod';
import { updateSetting } from '../../broker';
import { SETTING_NAMES, SETTING_RULES } from '../../model/broker-setting';
import { defineAction } from '../http/define-action';
import { parseInput } from '../http/parse-input';
import { reasonSchema } from '../schemas/group';
import { settingSchemas } from '../schemas/setting';

/** Of every setting that no verb of its own guards. */
export const updateSettingAction = defineAction({
  permission: 'settings:write',
  subject: 'system',
  input: z.strictObject({
    name: z.enum(SETTING_NAMES.filter((name) => !SETTING_RULES[name].isGuarded)),
    value: z.looseObject({}),
    version: z.int().min(0),
    reason: reasonSchema.min(1, 'Enter a reason; it is kept in the history.'),
  }),
  run: async ({ broker, actor }, { name, version, reason, ...given }) => {
    const value = parseInput(settingSchemas[name], given.value);
    const saved = await updateSetting(broker, { name, version, value, reason, actor });
    return { version: saved.version };
  },
});
