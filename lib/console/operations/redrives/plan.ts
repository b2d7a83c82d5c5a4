import { z } from 'zod';
import { redriveName } from '../../../broker';
import { databaseNow } from '../../../engine';
import { DEAD_VERDICTS } from '../../../model/redrive/redrive';
import { type AnswerOf, operation } from '../../http/operation';
import { atMoments, deadLetterInput, type DeadLetterInput, setInput, toFilter } from '../../schemas/dead-letter-filter';
import { type PlanSelection, toPlanned } from '../../schemas/plan-selection';
import { msg } from '../../../model/language/t';

/** The bound of a set is hidden in a whole number of up to 16 digits. */
const digits = z.string().regex(/^\d{1,16}$/, msg('{field} must be a number, in digits.'));

/** Of a plan: exactly one of set, message, redrive, all and a filter; `through` and `frozen` fix the set. */
export const planInput = deadLetterInput.extend({
  group: z.string().max(200),
  set: setInput,
  message: z.string().max(255).optional(),
  redrive: z
    .string()
    .regex(/^(RD-)?\d{1,9}$/i, msg('{field} must be a re-drive like RD-1.'))
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
    .regex(/^\d{1,9}$/, msg('{field} must be the id of an alarm, in digits.'))
    .optional(),
  edit: z.literal('1').optional(),
  /** In a cluster, while no client is connected: which the group has. */
  assumed: z.enum(['4.x', '5.x']).optional(),
});
type PlanInput = z.output<typeof planInput>;

const looks = {
  permission: 'dead-letter:read',
  subject: { group: ({ group }: { readonly group?: string | undefined }) => group },
  effect: 'read',
} as const;

export const redrivePlan = operation({
  ...looks,
  name: 'redrivePlan',
  summary: 'What a re-drive would take and leave, and whether it is safe',
  input: planInput,
  run: async ({ engine, broker, reasonAgainst }, given) => {
    const frozenAt = given.frozen ?? (await databaseNow(broker.store.console));
    const selection = selectionOf(given, frozenAt);
    const { group, leave, alarm, assumed } = given;
    const incidentId = alarm === undefined ? undefined : Number(alarm);
    const { leaveOut, startNotOffered, editNotOffered, ...plan } = await engine.redrives.plan({
      ...{ group, leave, incidentId, assumed, selection: toPlanned(selection) },
    });
    return {
      ...{ ...plan, frozenAt },
      selection: { ...selection, ...(leaveOut !== undefined && { leaveOut }), throughId: plan.throughId },
      startNotAllowed: reasonAgainst('dead-letter:redrive') ?? startNotOffered,
      editNotAllowed: editNotOffered ?? reasonAgainst('message:read-body'),
    };
  },
});

export const redriveGroups = operation({
  ...looks,
  name: 'redriveGroups',
  summary: 'The groups of a selection of several: one plan each',
  input: deadLetterInput.extend({ several: z.literal('1'), set: setInput }),
  run: async ({ engine, broker }, { several: _s, set: named, ...filter }) =>
    engine.redrives.planGroups({
      ...toFilter(filter, await databaseNow(broker.store.console)),
      ids: named?.split(',').map(Number),
    }),
});

/** What the address selects; without `throughId` all that is dead by now. */
export function selectionOf(
  given: PlanInput,
  frozenAt: string,
): Omit<PlanSelection, 'throughId' | 'leaveOut'> & { readonly throughId: number | undefined } {
  const {
    group: _g,
    set: named,
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
  const none = [named, message, redrive, all].every((part) => part === undefined) && Object.keys(asked).length === 0;
  // An alarm alone means what it counts: all that no operator has accepted.
  const moments = definedOf(atMoments(none && given.alarm !== undefined ? { accepted: 'no' } : asked, frozenAt));
  return {
    ...(named === undefined ? {} : { deadLetterIds: named.split(',').map(Number) }),
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

type Planned = AnswerOf<typeof redrivePlan>;
type FrozenPlan = Pick<Planned, 'group' | 'selection' | 'leave' | 'frozenAt' | 'alarm'>;

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
