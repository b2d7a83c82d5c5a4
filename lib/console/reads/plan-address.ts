import 'server-only';
import { z } from 'zod';
import { redriveName } from '../../broker';
import { DEAD_VERDICTS } from '../../model/redrive';
import { atMoments, deadLetterInput, type DeadLetterInput } from '../schemas/dead-letter-filter';
import type { PlanSelection } from '../schemas/plan-selection';

/** The bound of a set is hidden in a whole number of up to 16 digits. */
const digits = z.string().regex(/^\d{1,16}$/, 'must be a number, in digits');

/** Of a plan: exactly one of set, message, redrive, all and a filter; `through` and `frozen` fix the set. */
export const planInput = deadLetterInput.extend({
  group: z.string().max(200),
  set: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'must be a list of dead letters, with commas between them')
    .optional(),
  message: z.string().max(255).optional(),
  redrive: z
    .string()
    .regex(/^(RD-)?\d{1,9}$/i, 'must be a re-drive like RD-1')
    .optional(),
  /** Of that re-drive, with commas between them. */
  verdict: z.string().max(100).optional(),
  /** Fingerprints with commas between them: dead letters with one of these causes are not meant. */
  without: z.string().max(800).optional(),
  all: z.literal('1').optional(),
  through: digits.optional(),
  frozen: z.iso.datetime().optional(),
  leave: z.string().max(60).optional(),
  alarm: z
    .string()
    .regex(/^\d{1,9}$/, 'must be the id of an alarm, in digits')
    .optional(),
  edit: z.literal('1').optional(),
  /** In a cluster, while no client is connected: which the group has. */
  assumed: z.enum(['4.x', '5.x']).optional(),
});
export type PlanInput = z.output<typeof planInput>;

/** What the address selects; without `throughId` all that is dead by now. */
export type AskedSelection = Omit<PlanSelection, 'throughId' | 'leaveOut'> & { readonly throughId: number | undefined };

export function selectionOf(given: PlanInput, frozenAt: string): AskedSelection {
  const {
    group: _g,
    set,
    message,
    redrive,
    verdict,
    without,
    all,
    through,
    frozen: _f,
    leave: _l,
    alarm: _a,
    edit: _e,
    assumed: _s,
    ...filter
  } = given;
  const asked = definedOf(filter);
  const none = [set, message, redrive, all].every((part) => part === undefined) && Object.keys(asked).length === 0;
  // An alarm alone means what it counts: all that no operator has accepted.
  const moments = definedOf(atMoments(none && given.alarm !== undefined ? { accepted: 'no' } : asked, frozenAt));
  return {
    ...(set === undefined ? {} : { deadLetterIds: set.split(',').map(Number) }),
    ...(message === undefined ? {} : { messageIds: [message] }),
    ...(redrive === undefined
      ? {}
      : {
          redrive: {
            redriveId: Number(redrive.replace(/^RD-/i, '')),
            verdicts: verdictsOf(verdict),
            ...(without === undefined ? {} : { withoutCauses: without.split(',') }),
          },
        }),
    ...(all === undefined ? {} : { all: true as const }),
    ...(Object.keys(moments).length === 0 ? {} : { filter: moments }),
    throughId: through === undefined ? undefined : Number(through),
  };
}

function verdictsOf(text = 'died-again'): (typeof DEAD_VERDICTS)[number][] {
  const named = text.split(',');
  return DEAD_VERDICTS.filter((verdict) => named.includes(verdict));
}

function definedOf(filter: DeadLetterInput): DeadLetterInput {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

interface FrozenPlan {
  readonly group: string;
  readonly selection: PlanSelection;
  readonly leave: string;
  readonly frozenAt: string;
  readonly alarm: { readonly incidentId: number } | null;
}

/** The address of the same plan with its set fixed, for a reload or a colleague. */
export function frozenAddress(plan: FrozenPlan, given: Readonly<Record<string, unknown>>): string {
  const { deadLetterIds, messageIds, filter, redrive, all, throughId } = plan.selection;
  const params = new URLSearchParams({ group: plan.group });
  if (deadLetterIds !== undefined) params.set('set', deadLetterIds.join(','));
  if (messageIds?.[0] !== undefined) params.set('message', messageIds[0]);
  if (redrive !== undefined) {
    params.set('redrive', redriveName(redrive.redriveId));
    params.set('verdict', redrive.verdicts.join(','));
    if (redrive.withoutCauses !== undefined) params.set('without', redrive.withoutCauses.join(','));
  }
  if (all === true) params.set('all', '1');
  for (const [name, value] of Object.entries(filter ?? {})) if (value !== undefined) params.set(name, value);
  if (plan.alarm !== null) params.set('alarm', String(plan.alarm.incidentId));
  if (given['edit'] === '1') params.set('edit', '1');
  if (typeof given['assumed'] === 'string') params.set('assumed', given['assumed']);
  params.set('leave', plan.leave === '' ? 'none' : plan.leave);
  params.set('through', String(throughId));
  params.set('frozen', plan.frozenAt);
  return `/redrives/new?${params}`;
}
