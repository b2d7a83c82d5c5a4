import { z } from 'zod';
import { bodyGone, noteShown, type StoredBody } from '../../../broker';
import type { Decoding } from '../../../model/decode/decoder';
import type { ReadableBody } from '../../../model/decode/shown-decoded';
import { BrokerError } from '../../../model/errors';
import { msg, type Reason, told } from '../../../model/language/t';
import { hidingProperty } from '../../../model/masking/hide';
import { masksOf } from '../../../model/masking/masks';
import type { MaskingRule } from '../../../model/masking/rule';
import type { HiddenPart } from '../../../model/masking/words';
import { userProperties } from '../../../model/message/message';
import { downloadResponse } from '../../http/download';
import { whyNotShow } from '../../http/masked';
import { operation } from '../../http/operation';
import { readerOf, rulesFor, shownBody } from '../../http/shown-parts';

const bodyPlace = z.strictObject({
  id: z.string().min(1).max(255),
  /** A queue and an offset, the queue a half message waits for, or a place at a broker of a cluster. */
  at: z
    .string()
    .regex(
      /^(\d{1,10}-\d{1,15}(@.{1,255}@[^@]{1,255})?|half-\d{1,9})$/,
      msg('{field} must be the position of a message.'),
    ),
});

/** More than this is downloaded, not shown. */
const MOST_SHOWN = 256 * 1024;

export interface DecodedBodyView {
  /** "Protobuf shop.Order". */
  readonly by: string;
  /** Follows "because"; null: it is decoded. */
  readonly problem: string | null;
  readonly notes: readonly string[];
  /** The first characters. */
  readonly text: string;
  readonly characters: number;
}

export interface MessageBodyView {
  readonly messageId: string;
  readonly topic: string;
  readonly storedBytes: number;
  readonly bytes: number;
  readonly packed: 'no' | 'unpacked' | 'as-is';
  readonly problem: Reason | null;
  /** The first bytes, base64. */
  readonly shown: string;
  readonly shownBytes: number;
  /** The bytes above are left out: rules hide parts of the body, and read it decoded. */
  readonly onlyDecoded: boolean;
  /** Null: its topic has no decoder. */
  readonly decoded: DecodedBodyView | null;
  /** What masking rules hide from the caller; null: nothing of the body. */
  readonly hidden: HiddenPart | null;
  /** The rules that hide some of the message, its properties included. */
  readonly hiding: readonly {
    readonly rule: string;
    /** Null: the caller may have it shown. */
    readonly mayNotShow: string | null;
  }[];
}

function toBodyView(
  messageId: string,
  { topic, body, storedBytes, encoding }: StoredBody,
  { body: { bytes }, original, decoding }: ReadableBody,
): Omit<MessageBodyView, 'hidden' | 'hiding'> {
  const shown = (original ?? Buffer.alloc(0)).subarray(0, MOST_SHOWN);
  return {
    ...{ messageId, topic, storedBytes, bytes: original?.length ?? 0, problem: body.problem },
    packed: encoding === 'IDENTITY' ? 'no' : body.unpacked ? 'unpacked' : 'as-is',
    ...{ shown: shown.toString('base64'), shownBytes: shown.length },
    onlyDecoded: original === null && decoding?.kind === 'decoded',
    decoded: toDecodedView(decoding, bytes),
  };
}

/** @param bytes what may be shown of it */
function toDecodedView(decoding: Decoding | null, bytes: Buffer | null): DecodedBodyView | null {
  if (decoding === null) return null;
  if (decoding.kind === 'failed') return { ...{ by: decoding.by, problem: decoding.problem }, ...NO_TEXT };
  if (bytes === null) return { by: decoding.by, problem: null, ...NO_TEXT };
  const text = bytes.toString('utf8');
  return {
    ...{ by: decoding.by, problem: null, notes: decoding.notes },
    ...{ text: text.slice(0, MOST_SHOWN), characters: text.length },
  };
}

const NO_TEXT = { notes: [], text: '', characters: 0 } as const;

/** Whether a rule hides a part of the message that is there. */
function hidesAnything(rule: MaskingRule, { properties }: StoredBody, hidden: HiddenPart | null): boolean {
  const names = Object.keys(userProperties(properties ?? {}));
  return hidden?.rules.includes(rule.name) === true || names.some((name) => hidingProperty(name, [rule]) !== null);
}

const looks = {
  permission: 'message:read-body',
  subject: 'listed',
  effect: 'read',
  personal: true,
  input: bodyPlace,
} as const;

export const messageBody = operation({
  ...looks,
  name: 'messageBody',
  summary: 'The body of one stored copy of a message, as far as it is shown',
  run: async ({ engine, kept, principal }, place): Promise<MessageBodyView> => {
    const found = await engine.messages.body(place);
    const read = await shownBody(kept, found, found.body.bytes);
    const { hidden } = read.body;
    const hiding = rulesFor(kept, found).filter((rule) => hidesAnything(rule, found, hidden));
    return {
      ...toBodyView(place.id, found, read),
      hidden,
      hiding: hiding.map((rule) => ({ rule: rule.name, mayNotShow: whyNotShow(principal, found.topic, rule) })),
    };
  },
  bodiesIn: ({ messageId }) => [messageId],
});

export const messageBodyFile = operation({
  ...looks,
  name: 'messageBodyFile',
  summary: 'The whole body as a file: never rendered by the browser, whatever it contains',
  run: async ({ engine, kept }, place) => {
    const found = await engine.messages.body(place);
    const { body, original } = await shownBody(kept, found, found.body.bytes);
    const bytes = original ?? body.bytes;
    if (bytes === null)
      throw new BrokerError(
        'forbidden',
        told('Rule {rules} hides the body from you.', { rules: body.hidden?.rules ?? [] }),
        {
          field: 'id',
          limit: 'a body that is shown to you',
          value: place.id,
        },
      );
    const type = original === null ? 'txt' : 'bin';
    return downloadResponse(new Uint8Array(bytes), `${place.id.slice(0, 100)}.${type}`, 'application/octet-stream');
  },
  bodiesIn: (_file, { id }) => [id],
});

const SEES_ALL = masksOf([], () => 0);

/** Who, why and by which rules is on record first. */
export const showHidden = operation({
  name: 'showHidden',
  summary: 'What masking rules hide of one message, shown to one person once',
  permission: 'message:unmask',
  subject: { topic: ({ topic }) => topic },
  effect: 'change',
  input: bodyPlace.extend({
    topic: z.string().min(1).max(200),
    reason: z.string().trim().min(1, msg('Enter a reason. It is kept in the audit log.')).max(500),
  }),
  run: async ({ engine, kept, actor, principal }, { reason, topic, ...place }) => {
    const found = await engine.messages.body(place);
    // as if it was not there: who may not see its topic must not learn that there is such a message
    if (found.topic !== topic) throw bodyGone(place.id);
    const hiding = rulesFor(kept, found);
    for (const rule of hiding) {
      const why = whyNotShow(principal, found.topic, rule);
      if (why === null) continue;
      throw new BrokerError('forbidden', told('The hidden values are not shown: {why}.', { why }), {
        field: 'id',
        limit: 'values that every rule lets you have shown',
        value: place.id,
      });
    }
    const own = userProperties(found.properties ?? {});
    const properties = Object.entries(own).filter(([name]) => hidingProperty(name, hiding) !== null);
    const noted = { target: place.id, reason, at: place.at, topic, rules: hiding.map(({ name }) => name) };
    await noteShown({ store: kept.store, actor }, noted);
    const whole = (await readerOf({ store: kept.store, masks: SEES_ALL }, [found])).shown(found, found.body.bytes);
    return { ...toBodyView(place.id, found, whole), hidden: null, hiding: [], properties };
  },
});
