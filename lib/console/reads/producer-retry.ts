import 'server-only';
import { z } from 'zod';
import { findSetting } from '../../broker';
import type { ProducerRetry } from '../../model/producer-retry';
import { settingHistory } from '../../store/queries/setting/setting-history';
import { defineRead } from '../http/define-read';
import type { GroupVersionView } from './group';

export interface ProducerRetryView {
  readonly retry: ProducerRetry;
  /** 0: never changed, as documented. */
  readonly version: number;
  /** Newest first. */
  readonly versions: readonly GroupVersionView[];
}

const VERSIONS_SHOWN = 20;

export const producerRetryRead = defineRead({
  permission: 'settings:read',
  input: z.strictObject({}),
  run: async ({ broker, store }): Promise<ProducerRetryView> => {
    const { name, value, version } = await findSetting(broker, 'producer-retry');
    const changes = await settingHistory(store.prisma, name, VERSIONS_SHOWN);
    return {
      retry: value,
      version,
      versions: changes.map(({ actor, reason, at }, index) => ({
        version: version - index,
        actor,
        reason,
        at: at.toISOString(),
      })),
    };
  },
});
