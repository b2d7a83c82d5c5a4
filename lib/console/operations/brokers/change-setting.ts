import { z } from 'zod';
import { CHANGEABLE_SETTINGS } from '../../../model/cluster/setting-change';
import { operation } from '../../http/operation';
import { settingAtBroker } from '../../schemas/broker-setting';
import { controlGroupSchema } from '../../schemas/group-control';

export const changeBrokerSetting = operation({
  ...{ needs: 'brokers', permission: 'topic:write', subject: 'system', effect: 'change' },
  name: 'changeBrokerSetting',
  summary: 'Change one setting of the running brokers: one broker after another, each read back',
  input: z.strictObject({
    setting: z.enum(CHANGEABLE_SETTINGS),
    changes: z
      .array(settingAtBroker.strict())
      .min(1)
      .max(100)
      .describe('Current and new value for each broker; other brokers do not change'),
    reason: controlGroupSchema.shape.reason,
  }),
  output: z
    .object({
      setting: z.enum(CHANGEABLE_SETTINGS),
      brokers: z.array(
        z.object({ broker: z.string(), before: z.string(), after: z.string().nullable().describe('As read back') }),
      ),
    })
    .meta({ id: 'ChangedBrokerSetting' }),
  http: {
    ...{ method: 'put', path: '/brokers/settings/{setting}', tag: 'Clusters' },
    answer: 'What each broker has now; a change that reached some brokers only is an error that names them',
  },
  run: async ({ engine, actor }, change) => {
    const { brokers } = await engine.brokers.changeSetting({ ...change, actor });
    return { setting: change.setting, brokers };
  },
});
