import { z } from 'zod';
import {
  type BrokerContext,
  changesAround,
  type DeadLetterCause,
  readAlarmCauses,
  readCause,
  requireAlarm,
} from '../../../broker';
import { databaseNow, readOrUnknown, toChangeView } from '../../../engine';
import { groupOfSubject } from '../../../model/alarm/subject';
import { SIGNALS } from '../../../model/signal/signal';
import { known, mapReading, valueOrNull } from '../../../model/reading';
import { operation } from '../../http/operation';
import { bodyShownIn, toCauseRow, toCauseSample, withoutBody } from '../causes/pages';
import { alarmId } from './shapes';

const AROUND_BEFORE_MS = 2 * 3_600_000;
const NO_CAUSES: Awaited<ReturnType<typeof readAlarmCauses>> = {
  ...{ items: [], causes: 0, letters: 0, lastAt: null, expiresAt: null, deliveredSince: null },
};

/** Null: the alarm is not about a group. */
export const alarmLetters = operation({
  permission: 'dead-letter:read',
  subject: { alarm: ({ id }) => Number(id) },
  effect: 'read',
  name: 'alarmLetters',
  summary: 'Why messages of the group of an alarm died, what changed, and whether they would be consumed now',
  input: z.strictObject({ id: alarmId }),
  run: async ({ kept, reasonAgainst }, { id }) => {
    const alarm = await requireAlarm(kept, Number(id));
    const { ofDeadLetters, subject } = SIGNALS[alarm.watch];
    if (subject !== 'group') return null;
    const group = groupOfSubject(alarm.subject);
    const asOf = await databaseNow(kept.store.console);
    const causes = ofDeadLetters
      ? await readOrUnknown(kept.log, readAlarmCauses(kept, alarm), asOf)
      : known(NO_CAUSES, asOf);
    const [first] = valueOrNull(causes)?.items ?? [];
    const around = {
      ...{ group, at: alarm.firedAt, beforeMs: AROUND_BEFORE_MS },
      afterMs: Math.max(60_000, (alarm.resolvedAt?.getTime() ?? Date.parse(asOf)) - alarm.firedAt.getTime()),
    };
    const [main, changes] = await Promise.all([
      readOrUnknown(kept.log, readMain(kept, first, reasonAgainst('message:read-body')), asOf),
      readOrUnknown(kept.log, changesAround(kept, around), asOf),
    ]);
    return {
      ...{ group, main },
      /** Of one cause, or the biggest ones of the group. */
      causes: mapReading(causes, (all) => ({ ...all, items: all.items.map(toCauseRow) })),
      changes: mapReading(changes, (all) => all.map((change) => toChangeView(change, group)).toReversed()),
    };
  },
  bodiesIn: (letters) => (letters === null ? [] : bodyShownIn(valueOrNull(letters.main)?.sample ?? null)),
  withoutBodies: (letters) => {
    if (letters === null || letters.main.kind === 'unknown' || letters.main.value === null) return letters;
    const { value, asOf } = letters.main;
    return { ...letters, main: known({ ...value, sample: withoutBody(value.sample) }, asOf) };
  },
});

async function readMain(kept: BrokerContext, cause: DeadLetterCause | undefined, bodyNotAllowed: string | null) {
  if (cause === undefined || cause.key === '') return null;
  const { sample, outcomes, versions } = await readCause(kept, { fingerprint: cause.key, group: cause.group });
  return {
    sample: sample === null ? null : await toCauseSample(kept, bodyNotAllowed, sample),
    outcomes: { succeeded: outcomes.succeeded, failed: outcomes.failed },
    versions: versions.map(({ appVersion, failed, lastAt }) => ({ appVersion, failed, lastAt })),
  };
}
