import { z } from 'zod';
import { bodyGone, noteShown, readBody, type StoredBody } from '../../../broker';
import { BrokerError } from '../../../model/errors';
import { hidingProperty } from '../../../model/masking/hide';
import type { MaskingRule } from '../../../model/masking/rule';
import type { HiddenPart } from '../../../model/masking/words';
import { userProperties } from '../../../model/message/message';
import { downloadResponse } from '../../http/download';
import { whyNotShow } from '../../http/masked';
import { operation } from '../../http/operation';
import { rulesFor, shownBody } from '../../http/shown-parts';

const bodyPlace = z.strictObject({
  id: z.string().min(1).max(255),
  /** A queue and an offset, or the queue a half message waits for. */
  at: z.string().regex(/^(\d{1,10}-\d{1,15}|half-\d{1,9})$/, 'must be a place of a message'),
});

/** More than this is downloaded, not shown. */
const MOST_SHOWN = 256 * 1024;

export interface MessageBodyView {
  readonly messageId: string;
  readonly topic: string;
  readonly storedBytes: number;
  readonly bytes: number;
  readonly packed: 'no' | 'unpacked' | 'as-is';
  readonly problem: string | null;
  /** The first bytes, base64. */
  readonly shown: string;
  readonly shownBytes: number;
  /** What masking rules hide from the caller; null: nothing of the body. */
  readonly hidden: HiddenPart | null;
  /** The rules that hide some of the message, its properties included. */
  readonly hiding: readonly {
    readonly rule: string;
    /** Null: the caller may have it shown. */
    readonly mayNotShow: string | null;
  }[];
}

/** @param bytes what may be shown of it */
function toBodyView(
  messageId: string,
  { topic, body, storedBytes, encoding }: StoredBody,
  bytes: Buffer,
): Omit<MessageBodyView, 'hidden' | 'hiding'> {
  const shown = bytes.subarray(0, MOST_SHOWN);
  return {
    ...{ messageId, topic, storedBytes, bytes: bytes.length, problem: body.problem },
    packed: encoding === 'IDENTITY' ? 'no' : body.unpacked ? 'unpacked' : 'as-is',
    ...{ shown: shown.toString('base64'), shownBytes: shown.length },
  };
}

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
  run: async ({ kept, principal }, place): Promise<MessageBodyView> => {
    const found = await readBody(kept, place);
    const { bytes, hidden } = shownBody(kept, found, found.body.bytes);
    const hiding = rulesFor(kept, found).filter((rule) => hidesAnything(rule, found, hidden));
    return {
      ...toBodyView(place.id, found, bytes ?? Buffer.alloc(0)),
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
  run: async ({ kept }, place) => {
    const found = await readBody(kept, place);
    const { bytes, hidden } = shownBody(kept, found, found.body.bytes);
    if (bytes === null)
      throw new BrokerError('forbidden', `The body is hidden from you by rule ${hidden.rules.join(', ')}.`, {
        field: 'id',
        limit: 'a body that is shown to you',
        value: place.id,
      });
    return downloadResponse(new Uint8Array(bytes), `${place.id.slice(0, 100)}.bin`, 'application/octet-stream');
  },
  bodiesIn: (_file, { id }) => [id],
});

/** Who, why and by which rules is on record first. */
export const showHidden = operation({
  name: 'showHidden',
  summary: 'What masking rules hide of one message, shown to one person once',
  permission: 'message:unmask',
  subject: { topic: ({ topic }) => topic },
  effect: 'change',
  input: bodyPlace.extend({
    topic: z.string().min(1).max(200),
    reason: z.string().trim().min(1, 'Enter a reason; it is kept in the audit log.').max(500),
  }),
  run: async ({ kept, actor, principal }, { reason, topic, ...place }) => {
    const found = await readBody(kept, place);
    // as if it was not there: who may not see its topic must not learn that there is such a message
    if (found.topic !== topic) throw bodyGone(place.id);
    const hiding = rulesFor(kept, found);
    for (const rule of hiding) {
      const why = whyNotShow(principal, found.topic, rule);
      if (why === null) continue;
      throw new BrokerError('forbidden', `The hidden values are not shown: ${why}.`, {
        field: 'id',
        limit: 'values that every rule lets you have shown',
        value: place.id,
      });
    }
    const own = userProperties(found.properties ?? {});
    const properties = Object.entries(own).filter(([name]) => hidingProperty(name, hiding) !== null);
    const noted = { target: place.id, reason, at: place.at, topic, rules: hiding.map(({ name }) => name) };
    await noteShown({ store: kept.store, actor }, noted);
    return { ...toBodyView(place.id, found, found.body.bytes), hidden: null, hiding: [], properties };
  },
});
