import { z } from 'zod';
import { rowId } from './row-id';

export const controlRedriveSchema = z.strictObject({
  redriveId: rowId,
  reason: z.string().trim().max(500).optional(),
});
