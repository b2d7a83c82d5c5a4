import { z } from 'zod';
import { FIND_STATES, type FindInput } from '../../model/message/found-message';
import { readMoment } from '../../model/time-range';

export const findInput = z.strictObject({
  id: z.string().min(1).max(255).optional(),
  key: z.string().min(1).max(5000).optional(),
  /** "name=value" */
  property: z.string().min(1).max(1000).optional(),
  topic: z.string().min(1).max(200).optional(),
  broker: z.string().min(1).max(255).optional(),
  queue: z.coerce.number().int().min(0).max(1000).optional(),
  offset: z.coerce.number().int().min(0).max(1e15).optional(),
  from: z.string().max(60).optional(),
  to: z.string().max(60).optional(),
  state: z.enum(FIND_STATES).optional(),
  cursor: z.string().max(400).optional(),
});

/** The search as it stands in the address of a page: one text is an id or a key. */
export const findPageInput = findInput.extend({ q: z.string().trim().max(5000).optional() });

/** @throws BrokerError bad-request */
export function toFindInput({ from, to, ...given }: z.output<typeof findInput>, nowIso: string): FindInput {
  return { ...given, from: readMoment('from', from, nowIso), to: readMoment('to', to, nowIso) };
}
