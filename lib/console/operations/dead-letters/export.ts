import { z } from 'zod';
import { exportDeadLetters as exportMatching } from '../../../broker';
import { databaseNow } from '../../../engine';
import { EXPORT_FORMATS } from '../../../model/dead-letter/letter-file';
import { exportResponse } from '../../http/letter-export';
import { operation } from '../../http/operation';
import { deadLetterFilter, deadLetterInput, toFilter } from '../../schemas/dead-letter-filter';

const exports = {
  permission: 'dead-letter:export',
  subject: { group: ({ group }: { readonly group?: string | undefined }) => group },
  effect: 'read',
  personal: true,
} as const;

export const exportDeadLetters = operation({
  ...exports,
  name: 'exportDeadLetters',
  summary: 'Export all dead letters that match, with bodies, as a file; its last line says whether it is complete',
  input: z.strictObject({
    ...deadLetterFilter,
    format: z.enum(EXPORT_FORMATS).default('json').describe('File format'),
  }),
  output: z.object({
    items: z.array(z.record(z.string(), z.unknown())),
    complete: z.boolean(),
    count: z.int(),
    leftMeanwhile: z.int().describe('Dead letters that matched at the start, and were gone when they were read'),
    error: z.object({ message: z.string() }).optional().describe('Why it is not complete'),
  }),
  http: {
    ...{ method: 'get', path: '/dead-letters/export', tag: 'Dead letters' },
    answer: 'JSON: items, then complete and count. CSV and XLSX: the last line is #complete with the count',
  },
  run: async ({ kept, actor }, { format, ...filter }) =>
    exportResponse(kept, await exportMatching(kept, { ...filter, actor, format }), format),
});

export const exportOnPage = operation({
  ...exports,
  name: 'exportLetters',
  summary: 'All dead letters that match the filter of a page, as a file',
  input: deadLetterInput.extend({ format: z.enum(EXPORT_FORMATS) }),
  run: async ({ kept, actor }, { format, ...given }) => {
    const filter = toFilter(given, await databaseNow(kept.store.console));
    return exportResponse(kept, await exportMatching(kept, { ...filter, actor, format }), format);
  },
});
