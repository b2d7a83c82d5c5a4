import 'server-only';
import { z } from 'zod';
import { changesAround, listDeadLetterCauses, readCause, requireAlarm } from '../../broker';
import type { AlarmIncident } from '../../model/alarm/incident';
import { fingerprintOfSubject, groupOfSubject } from '../../model/alarm/subject';
import { WATCHES } from '../../model/alarm/watch';
import { keepMsOf } from '../../model/dead-letter-retention';
import { known, type Reading, valueOrNull } from '../../model/reading';
import { firstDeliveriesSince } from '../../store/queries/alarm/alarm-letters';
import type { ReadContext } from '../http/context';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { bodyShownIn, toCauseRow, toCauseSample, withoutBody } from '../operations/causes/pages';
import type { CauseSampleView, CauseView } from '../operations/causes/views';
import { reasonAgainst } from '../../auth/permission';
import { toChangeView } from '../../engine';
import { plain } from '../../model/plain';
import type { ChangeView } from '../operations/groups/views';
import { readOrUnknown } from '../../engine';

const input = z.strictObject({ id: z.string().regex(/^\d{1,9}$/, 'must be a number, in digits') });

/** Of the group of an alarm: why its messages died, what changed, and whether they would be consumed now. */
export interface AlarmLetters {
  readonly group: string;
  /** Of one cause, or the biggest ones of the group. */
  readonly causes: Reading<AlarmCauses>;
  readonly main: Reading<AlarmMainCause | null>;
  readonly changes: Reading<readonly ChangeView[]>;
}

export interface AlarmCauses {
  readonly items: readonly CauseView[];
  readonly causes: number;
  /** There now, accepted ones included. */
  readonly letters: number;
  readonly lastAt: string | null;
  /** When the first of them expires; null: none does. */
  readonly expiresAt: string | null;
  /** New messages that were delivered since the last death; null: none died. */
  readonly deliveredSince: number | null;
}

export interface AlarmMainCause {
  readonly sample: CauseSampleView | null;
  readonly outcomes: { readonly succeeded: number; readonly failed: number };
  readonly versions: readonly {
    readonly appVersion: string | null;
    readonly failed: number;
    readonly lastAt: string;
  }[];
}

const CAUSES = 3;
const AROUND_BEFORE_MS = 2 * 3_600_000;

/** Null: the alarm is not about a group. */
export const alarmLettersRead = defineRead({
  permission: 'dead-letter:read',
  subject: { alarm: ({ id }) => Number(id) },
  input,
  ofLetters: true,
  run: async (ctx, { id }): Promise<AlarmLetters | null> => {
    const { store, broker } = ctx;
    const incident = await requireAlarm(broker, Number(id));
    const { watch, subject, firedAt, resolvedAt } = incident;
    if (WATCHES[watch].subject !== 'group') return null;
    const group = groupOfSubject(subject);
    const asOf = await databaseNow(store.console);
    const until = resolvedAt ?? new Date(asOf);
    const isOfLetters = WATCHES[watch].ofDeadLetters;
    const causes = isOfLetters ? await readOrUnknown(broker.log, readCauses(ctx, incident, group), asOf) : null;
    const first = causes === null ? undefined : valueOrNull(causes)?.items[0];
    const [main, changes] = await Promise.all([
      readOrUnknown(broker.log, first === undefined ? Promise.resolve(null) : readMain(ctx, first), asOf),
      readOrUnknown(
        broker.log,
        changesAround(broker, {
          ...{ group, at: firedAt, beforeMs: AROUND_BEFORE_MS },
          afterMs: Math.max(60_000, until.getTime() - firedAt.getTime()),
        }).then((all) => all.map((change) => plain(toChangeView(change, group))).toReversed()),
        asOf,
      ),
    ]);
    return {
      group,
      causes: causes ?? (await readOrUnknown(broker.log, Promise.resolve(NO_CAUSES), asOf)),
      main,
      changes,
    };
  },
  bodiesIn: (letters) => (letters === null ? [] : bodyShownIn(valueOrNull(letters.main)?.sample ?? null)),
  withoutBodies: (letters) => {
    if (letters === null || letters.main.kind === 'unknown' || letters.main.value === null) return letters;
    const { value, asOf } = letters.main;
    return { ...letters, main: known({ ...value, sample: withoutBody(value.sample) }, asOf) };
  },
});

const NO_CAUSES: AlarmCauses = {
  ...{ items: [], causes: 0, letters: 0, lastAt: null, expiresAt: null, deliveredSince: null },
};

async function readCauses(
  { broker, store }: ReadContext,
  { subject }: AlarmIncident,
  group: string,
): Promise<AlarmCauses> {
  const fingerprint = fingerprintOfSubject(subject);
  const found = await listDeadLetterCauses(broker, { group });
  const items = fingerprint === null ? found.items : found.items.filter(({ key }) => key === fingerprint);
  const letters = fingerprint === null ? found.causeLetters : items.reduce((sum, { count }) => sum + count, 0);
  const lastMs = Math.max(...items.map(({ lastAt }) => lastAt.getTime()));
  const firstMs = Math.min(...items.map(({ firstAt }) => firstAt.getTime()));
  const keepMs = keepMsOf((await broker.settings.find('dead-letter-retention')).value);
  const isAny = items.length > 0;
  return {
    items: plain(items.slice(0, CAUSES).map(toCauseRow)),
    causes: fingerprint === null ? found.causes : items.length,
    letters,
    lastAt: isAny ? new Date(lastMs).toISOString() : null,
    expiresAt: isAny && keepMs !== null ? new Date(firstMs + keepMs).toISOString() : null,
    deliveredSince: isAny ? await firstDeliveriesSince(store.console, group, new Date(lastMs)) : null,
  };
}

async function readMain(ctx: ReadContext, { key, group }: CauseView): Promise<AlarmMainCause | null> {
  if (key === '') return null;
  const { sample, outcomes, versions } = await readCause(ctx.broker, { fingerprint: key, group });
  return {
    sample:
      sample === null
        ? null
        : plain(toCauseSample(ctx.broker, reasonAgainst(ctx.principal, 'message:read-body'), sample)),
    outcomes: { succeeded: outcomes.succeeded, failed: outcomes.failed },
    versions: versions.map(({ appVersion, failed, lastAt }) => ({ appVersion, failed, lastAt: lastAt.toISOString() })),
  };
}
