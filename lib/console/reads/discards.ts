import 'server-only';
import { z } from 'zod';
import { listDiscards } from '../../broker';
import type { DiscardRow } from '../../store/queries/dead-letter/discarded-letter';
import { defineRead } from '../http/define-read';

export interface DiscardView extends Omit<DiscardRow, 'at' | 'firstGoneAt' | 'goneAt'> {
  readonly at: string;
  readonly firstGoneAt: string | null;
  readonly goneAt: string | null;
}

/** What was discarded and can still be restored, newest first. */
export const discardsRead = defineRead({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ group: z.string().max(200).optional() }),
  run: async ({ broker }, { group }): Promise<readonly DiscardView[]> =>
    (await listDiscards(broker, group)).map((row) => ({
      ...row,
      at: row.at.toISOString(),
      firstGoneAt: row.firstGoneAt?.toISOString() ?? null,
      goneAt: row.goneAt?.toISOString() ?? null,
    })),
});
