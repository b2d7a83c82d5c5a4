import 'server-only';
import { findSetting, type ExpiryClock, listDeadLetterCauses, readExpiryClock } from '../../broker';
import type { DeadLetterFilter } from '../../model/redrive';
import { atLeast, known, type Reading } from '../../model/reading';
import { groupFind, groupNames } from '../../store/queries/group/group-find';
import type { ReadContext } from '../http/context';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { deadLetterInput, type DeadLetterInput, toFilter } from '../schemas/dead-letter-filter';
import { plain } from '../../model/plain';
import { toListedCauses } from '../operations/causes/pages';
import type { ListedCauseView } from '../operations/causes/views';

export interface ExpiryClockView extends Omit<ExpiryClock, 'nextAt'> {
  readonly nextAt: string | null;
}

export interface DeadLetterCausesView {
  readonly items: readonly ListedCauseView[];
  /** All causes, those beyond `items` included. */
  readonly causes: number;
  /** Dead letters of all of them. */
  readonly causeLetters: number;
  /** All filters, the cause included. */
  readonly matching: Reading<number>;
  /** Only so many of the newest were looked through, and all counts here are "at least". Null: all were. */
  readonly looked: number | null;
  /** How many groups those are of. */
  readonly matchingGroups: number;
  readonly retained: Reading<number>;
  readonly groups: readonly string[];
  readonly retention: {
    /** Null: until they are re-driven. */
    readonly keepHours: number | null;
    /** What is lost next, of the group of the filter or of all; null: unknown. */
    readonly clock: ExpiryClockView | null;
  };
  /** The group asked for broadcasts: nothing of it can die. */
  readonly broadcasts: boolean;
}

const MOST_GROUPS = 500;

/** Why they died: the same filters without the cause itself. */
export const deadLetterCausesRead = defineRead({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  input: deadLetterInput,
  ofLetters: true,
  run: async (ctx, given): Promise<DeadLetterCausesView> => {
    const asOf = await databaseNow(ctx.store.console);
    const [causes, retention, groups] = await Promise.all([
      listDeadLetterCauses(ctx.broker, await readFilter(ctx, given)),
      readRetention(ctx, given.group),
      groupNames(ctx.store.console, MOST_GROUPS),
    ]);
    return {
      items: plain(await toListedCauses(ctx.broker, causes.items)),
      causes: causes.causes,
      causeLetters: causes.causeLetters,
      matchingGroups: causes.groups,
      matching: causes.looked === null ? known(causes.matching, asOf) : atLeast(causes.matching, asOf),
      looked: causes.looked,
      retained: causes.isRetainedFloor ? atLeast(causes.retained, asOf) : known(causes.retained, asOf),
      retention,
      groups,
      broadcasts: given.group === undefined ? false : await isBroadcast(ctx, given.group),
    };
  },
});

async function readRetention(
  { broker }: ReadContext,
  group: string | undefined,
): Promise<DeadLetterCausesView['retention']> {
  const { value } = await findSetting(broker, 'dead-letter-retention');
  const clock = await readExpiryClock(broker, group);
  return { keepHours: value.keepHours, clock: { ...clock, nextAt: clock.nextAt?.toISOString() ?? null } };
}

/** A name that is in no list is refused elsewhere. */
async function isBroadcast({ store }: ReadContext, name: string): Promise<boolean> {
  return (await groupFind(store.console, { name }))?.messageModel === 'broadcasting';
}

async function readFilter({ store }: ReadContext, given: DeadLetterInput): Promise<DeadLetterFilter> {
  return toFilter(given, await databaseNow(store.console));
}
