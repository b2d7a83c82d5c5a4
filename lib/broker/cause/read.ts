import { setImmediate } from 'node:timers/promises';
import { type CauseTrend, type ShownCauseState, shownState, TIDE, trendOf } from '../../model/dead-letter/cause';
import {
  type FieldContrast,
  fieldContrast,
  type Owners,
  ownersOf,
  MOST_COMPARED,
} from '../../model/json/field-contrast';
import { brokerCauseOf, isFingerprint } from '../../model/dead-letter/fingerprint/unreported';
import { hideInDecoded } from '../../model/decode/shown-decoded';
import { unpackBody } from '../../model/unpack/unpack-body';
import type { Masks } from '../../model/masking/masks';
import { topicsOf } from '../../model/message/message';
import { consumedBodies, failedBodies, type SampledBody } from '../../store/queries/cause/cause-bodies';
import {
  causeFailures,
  causeFigures,
  type CauseFiguresRow,
  type CauseKeyRow,
  causeKeys,
  causeOutcomes,
  type CauseOutcomesRow,
  type CauseVersionRow,
  causeVersions,
} from '../../store/queries/cause/cause-figures';
import { causeFind, type CauseRow } from '../../store/queries/cause/cause-find';
import { causeProbably, type ProbablyRow } from '../../store/queries/cause/cause-probably';
import { causeSample, type CauseSampleRow } from '../../store/queries/cause/cause-sample';
import { causeTides } from '../../store/queries/cause/cause-tides';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { type Decoders, readDecoders } from '../decoder/read-decoders';
import { changesAround, type GroupChange } from '../group/changes-around';
import { noSuchCause } from './triage';

export interface CauseInput {
  readonly fingerprint: string;
  /** Left out: the group that has most dead letters of it. */
  readonly group?: string | undefined;
}

export interface Cause extends CauseRow {
  readonly fingerprint: string;
  readonly brokerCause: string | null;
  readonly tide: readonly number[];
  readonly trend: CauseTrend;
  readonly shownState: ShownCauseState;
  /** Other groups that fail the same way. */
  readonly others: readonly { readonly group: string; readonly letters: number }[];
  readonly figures: CauseFiguresRow;
  readonly keys: readonly CauseKeyRow[];
  readonly versions: readonly CauseVersionRow[];
  /** Without a reason of their own, of the same group and moment. Null: this cause is itself one without a report. */
  readonly probably: ProbablyRow | null;
  /** Retries of failures of this cause since its last death, as they ended. */
  readonly outcomes: CauseOutcomesRow;
  readonly sample: CauseSampleRow | null;
}

const MOST_KEYS = 8;
/** So many of the newest reports say which messages failed. */
const JUDGED_REPORTS = 2000;

/** One cause of one group. @throws BrokerError group-not-found, not-found */
export async function readCause(ctx: BrokerContext, input: CauseInput): Promise<Cause> {
  const db = ctx.store.console;
  const row = await findCause(ctx, input);
  const { fingerprint, others, ...cause } = row;
  const place = { groupId: cause.groupId, fingerprint };
  const now = ctx.clock.nowOrNull() ?? (await aboutDatabaseTime(db));
  const from = new Date(now.getTime() - TIDE.steps * TIDE.stepMs);
  const brokerCause = brokerCauseOf(fingerprint);
  const [tides, figures, keys, versions, probably, outcomes, sample] = await Promise.all([
    causeTides(db, [place], { from, ...TIDE }),
    causeFigures(db, place),
    causeKeys(db, place, MOST_KEYS),
    causeVersions(db, place),
    brokerCause === null && fingerprint !== '' ? causeProbably(db, cause.groupId) : null,
    causeOutcomes(db, cause.groupId, [{ fingerprint, since: cause.lastAt ?? from }], JUDGED_REPORTS),
    causeSample(db, place),
  ]);
  const tide = tides[0] ?? [];
  const diedLastHour = tide.slice(-TIDE.steps / 2).reduce((sum, each) => sum + each, 0);
  return {
    ...{ ...cause, fingerprint, brokerCause, tide, others, figures, keys, versions, outcomes, sample },
    trend: trendOf(tide, cause.firstAt ?? now, now),
    shownState: shownState(cause.triage, { now, lastSeen: cause.lastSeen ?? cause.lastAt, diedLastHour }),
    probably: probably?.find((each) => each.fingerprint === fingerprint) ?? null,
  };
}

type FoundCause = CauseRow & Pick<Cause, 'fingerprint' | 'others'>;

/** An old address leads to what the cause has become. */
export async function findCause(ctx: BrokerContext, { fingerprint, group }: CauseInput): Promise<FoundCause> {
  const groupId = group === undefined ? null : (await ctx.groups.find(group)).groupId;
  const rows = isFingerprint(fingerprint) ? await causeFind(ctx.store.console, fingerprint, null) : [];
  const cause = rows.find((row) => groupId === null || row.groupId === groupId);
  if (cause === undefined) throw noSuchCause(fingerprint, group ?? 'no group');
  if (cause.became !== null && cause.letters === 0 && cause.became !== fingerprint)
    return await findCause(ctx, { fingerprint: cause.became, group: cause.group });
  const others = rows.filter((row) => row !== cause && row.letters > 0);
  return { ...cause, fingerprint, others: others.map(({ group: name, letters }) => ({ group: name, letters })) };
}

/** Steps of the chart around the first failure. */
const AROUND = { steps: 24, stepMs: 20_000, before: 12 } as const;

export interface CauseAround {
  readonly group: string;
  /** The first failure that is known. */
  readonly at: Date;
  readonly stepMs: number;
  readonly from: Date;
  readonly failures: readonly number[];
  readonly changes: readonly GroupChange[];
}

/** What changed when it began. @throws BrokerError group-not-found, not-found */
export async function readCauseAround(ctx: BrokerContext, input: CauseInput): Promise<CauseAround | null> {
  const { groupId, group, fingerprint, firstSeen, firstAt } = await findCause(ctx, input);
  const [at] = [firstSeen, firstAt]
    .filter((each) => each !== null)
    .toSorted((one, other) => one.getTime() - other.getTime());
  if (at === undefined) return null;
  const from = new Date(Math.floor(at.getTime() / AROUND.stepMs) * AROUND.stepMs - AROUND.before * AROUND.stepMs);
  const [failures, changes] = await Promise.all([
    causeFailures(ctx.store.console, { groupId, fingerprint }, { from, ...AROUND }),
    changesAround(ctx, { group, at }),
  ]);
  return { group, at, from, stepMs: AROUND.stepMs, failures, changes };
}

export interface CauseFields {
  readonly contrast: FieldContrast;
  /** Whose messages they are, of the bodies that were read; null: the bodies do not say. */
  readonly owners: Owners | null;
}

const SAMPLED = 1000;

/** What the bodies of failures have in common that successes do not. @throws BrokerError group-not-found, not-found */
export async function readCauseFields(ctx: BrokerContext, input: CauseInput): Promise<CauseFields> {
  const { groupId, fingerprint } = await findCause(ctx, input);
  const place = { groupId, fingerprint };
  const [failed, consumed] = await Promise.all([
    failedBodies(ctx.store.console, place, SAMPLED),
    consumedBodies(ctx.store.console, place, SAMPLED),
  ]);
  const sent = [...failed, ...consumed].flatMap(({ topic, properties }) => topicsOf(topic, properties));
  const decoders = await readDecoders(ctx.store.console, sent);
  const textsOf = async (bodies: readonly SampledBody[]): Promise<string[]> => {
    const texts: string[] = [];
    for (const sampled of bodies) {
      texts.push(textOf(sampled, decoders, ctx.masks));
      await setImmediate();
    }
    return texts;
  };
  const failures = await textsOf(failed);
  return { contrast: fieldContrast(failures, await textsOf(consumed)), owners: ownersOf(failures) };
}

const MOST_UNPACKED = 65_536;

/** Empty: it cannot be read, is hidden, or is too long to be compared. */
function textOf({ topic, properties, encoding, body }: SampledBody, decoders: Decoders, masks: Masks): string {
  try {
    const { bytes, problem } = unpackBody(body, encoding, MOST_UNPACKED);
    if (problem !== null) return '';
    const topics = topicsOf(topic, properties);
    const decoding = decoders.of(topics)?.decode(bytes, MOST_UNPACKED) ?? null;
    const shown = hideInDecoded(bytes, decoding, masks.of(topics)).body.bytes?.toString('utf8') ?? '';
    return shown.length > MOST_COMPARED ? '' : shown;
  } catch {
    return '';
  }
}
