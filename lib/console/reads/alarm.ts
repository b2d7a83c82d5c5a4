import 'server-only';
import { z } from 'zod';
import { type AlarmSeries, changesAround, listDeadLetterCauses, readAlarmSeries, readCause } from '../../broker';
import type { AlarmEvent, AlarmIncident } from '../../model/alarm/incident';
import { fingerprintOfSubject, groupOfSubject } from '../../model/alarm/subject';
import { WATCHES } from '../../model/alarm/watch';
import { keepMsOf } from '../../model/dead-letter-retention';
import { BrokerError } from '../../model/errors';
import { known, type Reading, valueOrNull } from '../../model/reading';
import { eventList, incidentRead } from '../../store/queries/alarm/alarm-incident';
import { firstDeliveriesSince } from '../../store/queries/alarm/alarm-letters';
import { redrivesShown, type ShownRedrive } from '../../store/queries/alarm/alarm-redrives';
import { passAt, stateList } from '../../store/queries/alarm/alarm-state';
import type { ReadContext } from '../http/context';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { type AlarmView, viewWith } from './alarms';
import { bodyShownIn, toCauseRow, toCauseSample, withoutBody } from '../operations/causes/pages';
import type { CauseSampleView, CauseView } from '../operations/causes/views';
import { reasonAgainst } from '../../auth/permission';
import { readDrains } from '../../engine';
import { toChangeView } from '../../engine';
import { plain } from '../../model/plain';
import type { ChangeView } from '../operations/groups/views';
import { readOrUnknown } from '../../engine';

const input = z.strictObject({ id: z.string().regex(/^\d{1,9}$/, 'must be a number, in digits') });

export interface AlarmHistory {
  readonly alarm: AlarmView;
  readonly events: readonly (Omit<AlarmEvent, 'at'> & { readonly at: string })[];
  /** When its rule was last evaluated; null: never. */
  readonly evaluatedAt: string | null;
  /** The newest of them. */
  readonly redrives: readonly AlarmRedriveView[];
}

export interface AlarmRedriveView extends Omit<ShownRedrive, 'frozenAt' | 'finishedAt'> {
  readonly frozenAt: string;
  readonly finishedAt: string | null;
}

const REDRIVES = 5;

/** State, history and re-drives of one alarm. */
export const alarmRead = defineRead({
  permission: 'alarm:read',
  subject: { alarm: ({ id }) => Number(id) },
  input,
  ofLetters: true,
  run: readAlarm,
});

export async function readAlarm({ store, broker }: ReadContext, { id }: { id: string }): Promise<AlarmHistory> {
  const db = store.console;
  const incident = await findIncident(store, id);
  const [events, states, evaluatedAt, redrives] = await Promise.all([
    eventList(db, incident.incidentId),
    stateList(db),
    passAt(db),
    redrivesShown(db, incident.incidentId, REDRIVES),
  ]);
  const drains = WATCHES[incident.watch].ofBacklog ? await readDrains(broker) : null;
  return {
    alarm: viewWith(broker, states, Date.parse(await databaseNow(db)), drains)(incident),
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
    evaluatedAt: evaluatedAt?.toISOString() ?? null,
    redrives: redrives.map(({ frozenAt, finishedAt, ...redrive }) => ({
      ...redrive,
      frozenAt: frozenAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
    })),
  };
}

async function findIncident(store: ReadContext['store'], id: string): Promise<AlarmIncident> {
  const incident = await incidentRead(store.console, Number(id));
  if (incident !== null) return incident;
  throw new BrokerError('not-found', `There is no alarm ${id}.`, { field: 'id', value: Number(id) });
}

/** The chart of an alarm. */
export const alarmSeriesRead = defineRead({
  permission: 'alarm:read',
  subject: { alarm: ({ id }) => Number(id) },
  input,
  ofLetters: true,
  run: async ({ store, broker }, { id }): Promise<AlarmSeries> =>
    await readAlarmSeries(broker, await findIncident(store, id)),
});

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
    const incident = await findIncident(store, id);
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
