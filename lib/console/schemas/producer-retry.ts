import { z } from 'zod';

/** Ranges are the verb's to check: one place, one wording. */
export const producerRetrySchema = z.strictObject({
  firstWaitMs: z.number().describe('Before the second try'),
  multiplier: z.number(),
  maxWaitMs: z.number(),
  jitter: z.number().describe('Share of each wait after the first; documented, and not on the wire'),
  maxAttempts: z.number().describe('All tries of one send; SDKs take their own'),
});
