import { z } from 'zod';
import { redriveName } from '../broker';
import { conditionWords, toConditions } from '../model/letter-filter';
import { hideInFilter } from '../model/masking/asked';
import type { Masks } from '../model/masking/masks';
import type { RedriveFilter } from '../model/redrive';

const CAUSE_KEY = /^[0-9a-f]{16}$/;

/** The key of a cause says nothing to people. */
function causeWords(key: string, name: string | undefined): string {
  if (name !== undefined) return `cause “${name}”`;
  if (key.startsWith('unreported:')) return 'cause not reported';
  return CAUSE_KEY.test(key) ? 'one cause, whose text is no longer kept' : `cause “${key}”`;
}

const text = z.string().optional();
const number = z.number().optional();

const earlierShape = z.object({
  redriveId: z.number(),
  verdicts: z.array(z.string()),
  withoutCauses: z.array(z.string()).optional(),
});

const selectionShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('messages'), count: z.number() }),
  z.object({ kind: z.literal('redrive'), redrive: earlierShape }),
  z.object({
    kind: z.literal('filter'),
    filter: z.object({
      ...{ q: text, cause: text, topic: text, appVersion: text, key: text, json: text },
      ...{ from: text, to: text, expiresBefore: text, attemptsFrom: number, attemptsTo: number },
      ...{ held: z.boolean().optional(), accepted: z.boolean().optional() },
    } satisfies Record<keyof RedriveFilter, z.ZodType>),
  }),
]);

/** What a re-drive was asked for, in words. @param causeText of its one cause, if that is still kept */
export function scopeWords(selection: unknown, causeText: string | undefined, masks: Masks): string {
  const parsed = selectionShape.safeParse(selection);
  if (!parsed.success) return 'unknown selection';
  const { data } = parsed;
  switch (data.kind) {
    case 'all':
      return 'all of the group';
    case 'messages':
      return data.count === 1 ? '1 message named' : `${data.count} messages named`;
    case 'redrive': {
      const { redriveId, verdicts, withoutCauses = [] } = data.redrive;
      const chosen = `${verdicts.join(', ').replaceAll('-', ' ')} in ${redriveName(redriveId)}`;
      return withoutCauses.length === 0 ? chosen : `${chosen}, without the cause that failed`;
    }
    case 'filter': {
      const { cause } = data.filter;
      const named = cause === undefined ? undefined : causeWords(cause, causeText);
      return conditionWords(toConditions(hideInFilter(data.filter, masks)), named).join(', ');
    }
  }
}
