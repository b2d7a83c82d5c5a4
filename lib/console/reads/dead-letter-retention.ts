import 'server-only';
import { z } from 'zod';
import { type DeadLetterForecast, findSetting, forecastDeadLetters } from '../../broker';
import { settingHistory } from '../../store/queries/setting/setting-history';
import { defineRead } from '../http/define-read';

export type { DeadLetterForecast } from '../../broker';

export interface RetentionChange {
  readonly actor: string;
  readonly reason: string | null;
  readonly at: string;
}

export interface DeadLetterRetentionView {
  /** Null: until they are re-driven. */
  readonly keepHours: number | null;
  /** 0: never changed. */
  readonly version: number;
  /** Newest first. */
  readonly changes: readonly RetentionChange[];
}

const CHANGES_SHOWN = 10;

export const deadLetterRetentionRead = defineRead({
  permission: 'settings:read',
  input: z.strictObject({}),
  run: async ({ broker, store }): Promise<DeadLetterRetentionView> => {
    const { name, value, version } = await findSetting(broker, 'dead-letter-retention');
    const changes = await settingHistory(store.prisma, name, CHANGES_SHOWN);
    return {
      keepHours: value.keepHours,
      version,
      changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })),
    };
  },
});

/** What a retention would remove; nothing is changed. Without `keepHours`: kept until they are re-driven. */
export const deadLetterForecastRead = defineRead({
  permission: 'settings:read',
  input: z.strictObject({ keepHours: z.coerce.number().optional() }),
  run: ({ broker }, { keepHours = null }): Promise<DeadLetterForecast> => forecastDeadLetters(broker, { keepHours }),
});
