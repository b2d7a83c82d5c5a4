import { failingVersions, deadSpan } from '../../store/queries/cause/cause-brief';
import { causeOutcomes, type CauseOutcomesRow } from '../../store/queries/cause/cause-figures';
import type { Store } from '../../store/client';
import type { DeadLetterCauseRow } from '../../store/queries/dead-letter/dead-letter-causes';
import type { BrokerContext } from '../context';
import { KeptReadings } from '../process/kept-readings';
import { countCauses } from './causes';

/** Retries of the most frequent causes say whether a fix works. */
const JUDGED = 4;
/** So many of the newest reports of each say which messages failed. */
const JUDGED_REPORTS = 500;

export interface GroupDeadLetters {
  /** All of them; `isFloor`: there are at least so many. */
  readonly total: number;
  readonly isFloor: boolean;
  /** When they were counted: where they are very many, up to 10 s ago. */
  readonly countedAt: Date;
  /** Null: there is none. */
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  /** Causes that were reported, most dead letters first, with the versions that reported the first of them lately. */
  readonly causes: readonly (DeadLetterCauseRow & { readonly versions: readonly string[] })[];
  /** Dead letters of no reported error. */
  readonly unreported: number;
  /** Retries of the first causes that ended since the last dead letter of each. */
  readonly outcomes: { readonly succeeded: number; readonly failed: number; readonly isFloor: boolean };
}

/** The dead letters of a group by cause, and whether retries since say that it is fixed. @throws group-not-found */
export async function readGroupDeadLetters(ctx: BrokerContext, group: string): Promise<GroupDeadLetters> {
  const db = ctx.store.console;
  const { groupId } = await ctx.groups.find(group);
  const [counted, span] = await Promise.all([countCauses(ctx, group), deadSpan(db, groupId)]);
  const causes = counted.items.filter(({ brokerCause, key }) => brokerCause === null && key !== '');
  const judged = causes.slice(0, JUDGED);
  const { versions, outcomes } = await judge(ctx, groupId, judged, counted);
  const unreported = counted.items.filter(({ brokerCause }) => brokerCause !== null);
  return {
    ...{ total: counted.matching, isFloor: counted.looked !== null, countedAt: counted.countedAt, ...span },
    causes: causes.map((cause) => ({
      ...cause,
      versions: versions.filter(({ fingerprint }) => fingerprint === cause.key).map(({ version }) => version),
    })),
    unreported: unreported.reduce((sum, { count }) => sum + count, 0),
    outcomes: { succeeded: outcomes.succeeded, failed: outcomes.failed, isFloor: outcomes.isFloor },
  };
}

interface Judgement {
  readonly versions: Awaited<ReturnType<typeof failingVersions>>;
  readonly outcomes: CauseOutcomesRow;
  readonly letters: number;
}

const judgements = new KeptReadings<Store, Judgement>(({ letters }) => letters);

/** Their versions, and what retries say since the last dead letter of each. */
async function judge(
  { store }: BrokerContext,
  groupId: number,
  causes: readonly DeadLetterCauseRow[],
  { matching: letters, countedAt }: Awaited<ReturnType<typeof countCauses>>,
): Promise<Judgement> {
  const db = store.console;
  const since = causes.map((cause) => ({ fingerprint: cause.key, since: cause.lastAt }));
  return await judgements.get(store, JSON.stringify([groupId, countedAt, since]), async () => {
    const [versions, outcomes] = await Promise.all([
      failingVersions(
        db,
        groupId,
        causes.map(({ key }) => key),
      ),
      causeOutcomes(db, groupId, since, JUDGED_REPORTS),
    ]);
    return { versions, outcomes, letters };
  });
}
