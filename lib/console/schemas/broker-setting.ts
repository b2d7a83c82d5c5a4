import { z } from 'zod';

const value = z.string().max(20);

export const settingAtBroker = z.object({
  broker: z.string().max(255),
  seen: value.describe('What the broker has, as you saw it; refused when it has another value now'),
  value: value.describe('What it gets'),
});
