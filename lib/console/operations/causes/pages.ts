import { z } from 'zod';
import { t } from '../../../model/language/t';
import {
  type BrokerContext,
  type Cause,
  type DeadLetterCause,
  listCauseLetters,
  listProbably,
  readCause,
  readCauseAround,
  readCauseFields,
  readCauseSpread,
} from '../../../broker';
import { toChangeView } from '../../../engine';
import type { Plain } from '../../../model/plain';
import { unpackBody } from '../../../model/unpack/unpack-body';
import { operation } from '../../http/operation';
import { shownBody } from '../../http/shown-parts';
import { looks } from './causes';

const NEWEST = 5;
const SHOWN_BYTES = 4096;
const input = z.strictObject({ fingerprint: z.string().min(1).max(100), group: z.string().max(255).optional() });

/** Without its triage. `key` is its fingerprint; empty: of dead letters that are not named yet. */
export function toCauseRow(row: Omit<DeadLetterCause, 'tide' | 'trend' | 'shownState'>) {
  const { key, group, errorType, text, brokerCause, count, firstAt, lastAt } = row;
  return { key, group, errorType, text, brokerCause, count, firstAt, lastAt };
}

/** @param rows biggest first */
export async function toListedCauses(broker: BrokerContext, rows: readonly DeadLetterCause[]) {
  const silent = rows.filter(({ brokerCause }) => brokerCause !== null);
  const found = await listProbably(
    broker,
    silent.slice(0, 10).map(({ groupId }) => groupId),
  );
  return rows.map((row) => {
    const most = row.brokerCause === null ? undefined : found.find(({ groupId }) => groupId === row.groupId);
    const named = rows.find((other) => other.groupId === most?.groupId && other.key === most.fingerprint);
    const { tide, trend, shownState: state, triage } = row;
    /** Of a cause that was not reported: the one that most of it probably is. */
    const probably =
      most === undefined || named === undefined
        ? null
        : { key: named.key, title: named.errorType ?? named.text ?? '', count: Math.min(most.count, row.count) };
    return { ...toCauseRow(row), tide, trend, state, owner: triage.owner, probably };
  });
}

export const causePage = operation({
  ...looks,
  name: 'cause',
  summary: 'What one cause says and how it goes on',
  input,
  run: async ({ kept, reasonAgainst }, given) => {
    const { shownState: state, groupId: _g, became: _b, sample, probably, ...cause } = await readCause(kept, given);
    return {
      ...{ ...cause, state, probably: probably?.count ?? 0 },
      sample: sample === null ? null : await toCauseSample(kept, reasonAgainst('message:read-body'), sample),
      triageNotAllowed: reasonAgainst('dead-letter:redrive'),
      redriveNotAllowed: reasonAgainst('dead-letter:redrive'),
    };
  },
  bodiesIn: ({ sample }) => bodyShownIn(sample),
  withoutBodies: (cause) => ({ ...cause, sample: withoutBody(cause.sample) }),
});

/** `body`: the first characters; null: not allowed, or not text. `hidden`: what masking rules hide of it. */
export async function toCauseSample(
  broker: Pick<BrokerContext, 'masks' | 'store'>,
  bodyNotAllowed: string | null,
  { topic, properties, encoding, body, ...sample }: NonNullable<Cause['sample']>,
) {
  // A large body was cut when it was read: a part cannot be read as JSON, so the rules hide it as a whole.
  const { bytes, hidden } =
    bodyNotAllowed === null
      ? (await shownBody(broker, { topic, properties }, unpackBody(body, encoding).bytes)).body
      : { bytes: null, hidden: null };
  return { ...sample, bodyNotAllowed, body: bytes === null ? null : textOf(bytes), hidden };
}

type Sample = Plain<Awaited<ReturnType<typeof toCauseSample>>>;

export function bodyShownIn(sample: Sample | null): string[] {
  return sample === null || sample.body === null ? [] : [sample.messageId];
}

export function withoutBody(sample: Sample | null): Sample | null {
  const bodyNotAllowed = t('the audit log cannot be written now, so bodies are not shown');
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

export const causeAround = operation({
  ...{ ...looks, needs: 'cause-history' },
  name: 'causeAround',
  summary: 'What changed when a cause began; null: when is not known',
  input,
  run: async ({ kept }, given) => {
    const found = await readCauseAround(kept, given);
    if (found === null) return null;
    const { group, changes, ...around } = found;
    return { ...around, changes: changes.map((change) => toChangeView(change, group)) };
  },
});

export const causeSpread = operation({
  ...{ ...looks, needs: 'cause-history' },
  name: 'causeSpread',
  summary: 'How many waiting messages and dead letters of a group have one cause',
  input: z.strictObject({ fingerprint: z.string().min(1).max(100), group: z.string().max(255) }),
  run: ({ kept }, given) => readCauseSpread(kept, given),
});

export const causeFields = operation({
  ...{ ...looks, permission: 'message:read-body', needs: 'cause-history' },
  name: 'causeFields',
  summary: 'What bodies of failures have in common that those of successes do not',
  input,
  run: ({ kept }, given) => readCauseFields(kept, given),
});

export const causeLetters = operation({
  ...looks,
  name: 'causeLetters',
  summary: 'The newest dead letters of a cause, or the ones that probably have it',
  input: input.extend({ which: z.enum(['own', 'probably']).optional() }),
  run: async ({ kept }, { which, ...given }) => {
    const rows = await listCauseLetters(kept, { ...given, probably: which === 'probably', limit: NEWEST });
    return rows.map(({ id, messageId, group, messageGroup, key, attempts, client, redriveId, deadAt, expiresAt }) => ({
      ...{ id, messageId, group, key: messageGroup ?? key, attempts, client, redriveId, deadAt, expiresAt },
    }));
  },
});
