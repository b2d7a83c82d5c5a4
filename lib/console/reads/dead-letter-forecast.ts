import 'server-only';
import { z } from 'zod';
import { type DeadLetterForecast, forecastDeadLetters } from '../../broker';
import { defineRead } from '../http/define-read';

export type { DeadLetterForecast } from '../../broker';

/** What a retention would remove; nothing is changed. Without `keepHours`: kept until they are re-driven. */
export const deadLetterForecastRead = defineRead({
  permission: 'settings:read',
  subject: 'system',
  input: z.strictObject({ keepHours: z.coerce.number().optional() }),
  run: ({ broker }, { keepHours = null }): Promise<DeadLetterForecast> => forecastDeadLetters(broker, { keepHours }),
});
