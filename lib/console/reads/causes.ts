import 'server-only';
import { z } from 'zod';
import {
  type Cause,
  type DeadLetterCause,
  listCauseLetters,
  listProbably,
  readCause,
  readCauseAround,
  readCauseFields,
} from '../../broker';
import { unpackBody } from '../../model/unpack/unpack-body';
import { reasonAgainst } from '../../auth/permission';
import type { CauseTrend, ShownCauseState } from '../../model/cause';
import type { HiddenPart } from '../../model/masking/words';
import type { FieldContrast, Owners } from '../../model/field-contrast';
import type { DeadLetterCauseRow } from '../../store/queries/dead-letter/dead-letter-causes';
import type { ReadContext } from '../http/context';
import { defineRead } from '../http/define-read';
import { toChangeView } from '../../engine';
import { plain } from '../../model/plain';
import type { ChangeView } from '../operations/groups/views';
import { shownBody } from '../http/shown-parts';

export interface CauseView {
  /** Its fingerprint; empty: of dead letters that are not named yet. */
  readonly key: string;
  readonly group: string;
  /** Null: not reported. */
  readonly errorType: string | null;
  readonly text: string | null;
  readonly brokerCause: string | null;
  readonly count: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

export function toCauseView(row: DeadLetterCauseRow): CauseView {
  const { key, group, errorType, text, brokerCause, count, firstAt, lastAt } = row;
  return {
    ...{ key, group, errorType, text, brokerCause, count },
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  };
}

export interface ListedCauseView extends CauseView {
  /** How many of those there now died in each step of the last two hours, oldest first. */
  readonly tide: readonly number[];
  readonly trend: CauseTrend;
  readonly state: ShownCauseState;
  readonly owner: string | null;
  /** Of a cause that was not reported: the one that most of it probably is. */
  readonly probably: { readonly key: string; readonly title: string; readonly count: number } | null;
}

/** @param rows biggest first */
export async function toListedCauses(
  { broker }: ReadContext,
  rows: readonly DeadLetterCause[],
): Promise<readonly ListedCauseView[]> {
  const silent = rows.filter(({ brokerCause }) => brokerCause !== null);
  const probably = await listProbably(
    broker,
    silent.slice(0, 10).map(({ groupId }) => groupId),
  );
  return rows.map((row) => {
    const most = row.brokerCause === null ? undefined : probably.find(({ groupId }) => groupId === row.groupId);
    const named = rows.find((other) => other.groupId === most?.groupId && other.key === most.fingerprint);
    const { tide, trend, shownState: state, triage } = row;
    return {
      ...{ ...toCauseView(row), tide, trend, state, owner: triage.owner },
      probably:
        most === undefined || named === undefined
          ? null
          : { key: named.key, title: named.errorType ?? named.text ?? '', count: Math.min(most.count, row.count) },
    };
  });
}

const input = z.strictObject({ fingerprint: z.string().min(1).max(100), group: z.string().max(255).optional() });

export interface TriageView {
  readonly state: Cause['triage']['state'];
  readonly note: string;
  readonly owner: string | null;
  readonly ignoreUntil: string | null;
  readonly ignorePerHour: number | null;
  readonly resolvedAt: string | null;
  readonly by: string | null;
  readonly at: string | null;
  readonly version: number;
}

export interface CausePage {
  readonly fingerprint: string;
  readonly group: string;
  readonly errorType: string | null;
  readonly text: string | null;
  readonly topFrame: string | null;
  readonly brokerCause: string | null;
  readonly letters: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
  readonly tide: readonly number[];
  readonly trend: CauseTrend;
  readonly state: ShownCauseState;
  readonly triage: TriageView;
  readonly others: Cause['others'];
  readonly figures: Cause['figures'];
  readonly keys: Cause['keys'];
  readonly versions: readonly {
    readonly appVersion: string | null;
    readonly failed: number;
    readonly firstAt: string;
    readonly lastAt: string;
  }[];
  readonly probably: number;
  readonly outcomes: { readonly succeeded: number; readonly failed: number; readonly since: string | null };
  readonly sample: CauseSampleView | null;
  readonly triageNotAllowed: string | null;
  readonly redriveNotAllowed: string | null;
}

export interface CauseSampleView {
  readonly messageId: string;
  readonly key: string | null;
  readonly deadAt: string;
  readonly attempts: number;
  readonly client: string | null;
  readonly appVersion: string | null;
  readonly errorType: string | null;
  readonly message: string | null;
  readonly stack: string | null;
  readonly bodyBytes: number;
  /** The first characters; null: not allowed, or not text. */
  readonly body: string | null;
  /** What masking rules hide of it from the caller. */
  readonly hidden: HiddenPart | null;
  readonly bodyNotAllowed: string | null;
}

/** What one cause says and how it goes on. */
export const causeRead = defineRead({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  input,
  ofLetters: true,
  run: async (ctx, given): Promise<CausePage> => {
    const cause = await readCause(ctx.broker, given);
    const { triage, figures, keys, others, outcomes, sample, tide, trend } = cause;
    return {
      ...{ fingerprint: cause.fingerprint, group: cause.group, errorType: cause.errorType, text: cause.text },
      ...{ topFrame: cause.topFrame, brokerCause: cause.brokerCause, letters: cause.letters, tide, trend },
      ...{ state: cause.shownState, figures, keys, others, probably: cause.probably?.count ?? 0 },
      ...{ firstAt: iso(cause.firstAt), lastAt: iso(cause.lastAt) },
      ...{ firstSeen: iso(cause.firstSeen), lastSeen: iso(cause.lastSeen) },
      triage: {
        ...{ state: triage.state, note: triage.note, owner: triage.owner, by: triage.by, version: triage.version },
        ...{ ignoreUntil: iso(triage.ignoreUntil), ignorePerHour: triage.ignorePerHour },
        ...{ resolvedAt: iso(triage.resolvedAt), at: iso(triage.at) },
      },
      versions: cause.versions.map(({ appVersion, failed, firstAt, lastAt }) => ({
        ...{ appVersion, failed, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
      })),
      outcomes: { ...outcomes, since: iso(outcomes.since) },
      sample: sample === null ? null : toCauseSample(ctx, sample),
      triageNotAllowed: reasonAgainst(ctx.principal, 'dead-letter:redrive'),
      redriveNotAllowed: reasonAgainst(ctx.principal, 'dead-letter:redrive'),
    };
  },
  bodiesIn: ({ sample }) => bodyShownIn(sample),
  withoutBodies: (cause) => ({ ...cause, sample: withoutBody(cause.sample) }),
});

const SHOWN_BYTES = 4096;

export function toCauseSample(ctx: ReadContext, sample: NonNullable<Cause['sample']>): CauseSampleView {
  const { messageId, key, attempts, client, appVersion, errorType, message, stack, bodyBytes } = sample;
  const bodyNotAllowed = reasonAgainst(ctx.principal, 'message:read-body');
  return {
    ...{ messageId, key, attempts, client, appVersion, errorType, message, stack, bodyBytes, bodyNotAllowed },
    deadAt: sample.deadAt.toISOString(),
    ...(bodyNotAllowed === null ? shownOf(ctx, sample) : { body: null, hidden: null }),
  };
}

/** A large body was cut when it was read: a part cannot be read as JSON, so the rules hide it as a whole. */
function shownOf(
  { broker }: ReadContext,
  sample: NonNullable<Cause['sample']>,
): Pick<CauseSampleView, 'body' | 'hidden'> {
  const { bytes, hidden } = shownBody(broker, sample, unpackBody(sample.body, sample.encoding).bytes);
  return { body: bytes === null ? null : textOf(bytes), hidden };
}

export function bodyShownIn(sample: CauseSampleView | null): string[] {
  return sample === null || sample.body === null ? [] : [sample.messageId];
}

export function withoutBody(sample: CauseSampleView | null): CauseSampleView | null {
  const bodyNotAllowed = 'the audit log cannot be written now, so bodies are not shown';
  return sample === null ? null : { ...sample, body: null, bodyNotAllowed };
}

/** Null: the bytes are not text. A character that is cut in two at the end is left out. */
function textOf(bytes: Buffer): string | null {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes.subarray(0, SHOWN_BYTES), { stream: bytes.length >= SHOWN_BYTES });
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

export interface CauseAroundView {
  readonly at: string;
  readonly from: string;
  readonly stepMs: number;
  readonly failures: readonly number[];
  readonly changes: readonly ChangeView[];
}

/** What changed when it began; null: when is not known. */
export const causeAroundRead = defineRead({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  input,
  run: async ({ broker }, given): Promise<CauseAroundView | null> => {
    const around = await readCauseAround(broker, given);
    if (around === null) return null;
    const { at, from, failures, changes, group, stepMs } = around;
    return {
      ...{ at: at.toISOString(), from: from.toISOString(), stepMs, failures },
      changes: changes.map((change) => plain(toChangeView(change, group))),
    };
  },
});

export interface CauseFieldsView {
  readonly contrast: FieldContrast;
  readonly owners: Owners | null;
}

/** What bodies of failures have in common that those of successes do not. */
export const causeFieldsRead = defineRead({
  permission: 'message:read-body',
  subject: { group: ({ group }) => group },
  input,
  run: ({ broker }, given): Promise<CauseFieldsView> => readCauseFields(broker, given),
});

export interface CauseLetterView {
  readonly id: number;
  readonly messageId: string;
  readonly group: string;
  readonly key: string | null;
  readonly attempts: number;
  readonly client: string | null;
  readonly deadAt: string;
  readonly expiresAt: string | null;
  readonly redriveId: number | null;
}

const NEWEST = 5;

/** Its newest dead letters, or the ones that probably have it. */
export const causeLettersRead = defineRead({
  permission: 'dead-letter:read',
  subject: { group: ({ group }) => group },
  input: input.extend({ which: z.enum(['own', 'probably']).optional() }),
  ofLetters: true,
  run: async ({ broker }, { which, ...given }): Promise<readonly CauseLetterView[]> => {
    const rows = await listCauseLetters(broker, { ...given, probably: which === 'probably', limit: NEWEST });
    return rows.map(({ id, messageId, group, messageGroup, key, attempts, client, redriveId, ...row }) => ({
      ...{ id, messageId, group, key: messageGroup ?? key, attempts, client, redriveId },
      deadAt: row.deadAt.toISOString(),
      expiresAt: iso(row.expiresAt),
    }));
  },
});

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
