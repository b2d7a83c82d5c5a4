import { z } from 'zod';

export const controlRedriveSchema = z.strictObject({
  redriveId: z.int().positive(),
  reason: z.string().trim().max(500).optional(),
});
