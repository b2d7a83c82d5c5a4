import 'server-only';
import { z } from 'zod';
import { listDeletions } from '../../broker';
import { defineRead } from '../http/define-read';

/** A group or topic whose name is gone and whose rows are being removed. */
export interface DeletionView {
  readonly id: number;
  readonly kind: 'group' | 'topic';
  readonly name: string;
  readonly startedBy: string;
  readonly startedAt: string;
  /** Rows so far. */
  readonly removed: number;
  /** Messages that it held when it was deleted; history comes on top. */
  readonly counted: number;
}

/** Oldest first. */
export const deletionsRead = defineRead({
  permission: 'group:read',
  subject: 'listed',
  input: z.strictObject({}),
  run: async ({ broker }): Promise<readonly DeletionView[]> =>
    (await listDeletions(broker)).map(({ deletionId, startedAt, ...row }) => ({
      ...row,
      id: deletionId,
      startedAt: startedAt.toISOString(),
    })),
});
