import { z } from 'zod';
import { requireReason } from '../../model/check-number';
import { msg, told } from '../../model/language/t';
import { reasonSchema } from './group';
import { rowId } from './row-id';

/** What an operator does with a group as a whole. */
export const controlGroupSchema = z.strictObject({
  group: z.string().max(200),
  reason: reasonSchema.min(1, msg('Enter a reason. It is kept in the audit log.')),
});

/** The settings of one broker on all of them. */
export const makeEqualSchema = controlGroupSchema.extend({
  version: rowId.describe('Version that you read'),
  like: z.string().min(1).max(200).describe('Broker whose settings are copied to the others'),
});

/** Where a dry run needs none. @throws BrokerError bad-request */
export function keptReason(reason: string): string {
  return requireReason(reason, told('A reason is required: it is kept in the history.'));
}

/** Where a position goes. */
export const offsetToSchema = z
  .union([z.enum(['newest', 'earliest']), z.iso.datetime({ offset: true })])
  .describe('`newest`, `earliest`, or a time: the first message stored at or after it');

/** As brokers of a cluster take it: everything since then; null: from the end. */
export function sinceOf(to: z.infer<typeof offsetToSchema>): Date | null {
  return to === 'newest' ? null : new Date(to === 'earliest' ? 0 : to);
}

export function toOffset(to: z.infer<typeof offsetToSchema>): 'newest' | 'earliest' | Date {
  return to === 'newest' || to === 'earliest' ? to : new Date(to);
}
