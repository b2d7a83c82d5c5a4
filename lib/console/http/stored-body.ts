import 'server-only';
import { z } from 'zod';
import { type Principal, reasonAgainst } from '../../auth/permission';
import { rankIn } from '../../auth/rank';
import { BrokerError } from '../../model/errors';
import { hidingProperty } from '../../model/masking/hide';
import { reaches } from '../../model/masking/masks';
import type { MaskingRule } from '../../model/masking/rule';
import type { HiddenPart } from '../../model/masking/words';
import { userProperties } from '../../model/message';
import { unpackBody, type UnpackedBody } from '../../model/unpack/unpack-body';
import { halfBody } from '../../store/queries/half-message/half-body';
import { messageBody } from '../../store/queries/timeline/message-body';
import type { ConsoleContext } from './context';
import type { Whereabouts } from './shown-parts';

export const bodyPlace = z.strictObject({
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
  /** The rules that hide some of the message, its properties included, and whether the caller may have it shown. */
  readonly hiding: readonly HidingRule[];
}

export interface HidingRule {
  readonly rule: string;
  /** Null: the caller may. */
  readonly mayNotShow: string | null;
}

export interface FoundBody extends Whereabouts {
  readonly body: UnpackedBody;
  readonly storedBytes: number;
  readonly encoding: string;
}

/** As it is stored: what shows it asks first what is hidden. */
export async function loadBody(
  { store }: Pick<ConsoleContext, 'store'>,
  { id, at }: z.output<typeof bodyPlace>,
): Promise<FoundBody> {
  const [first = '', second = ''] = at.split('-');
  const row =
    first === 'half'
      ? await halfBody(store.console, id, Number(second))
      : await messageBody(store.console, id, Number(first), Number(second));
  if (row === null) throw bodyGone(id);
  const { topic, properties, encoding } = row;
  return { topic, properties, encoding, body: unpackBody(row.body, encoding), storedBytes: row.body.length };
}

export function bodyGone(id: string): BrokerError {
  return new BrokerError(
    'message-not-found',
    'The body is gone: the message is past its retention, or its transaction has ended.',
    { field: 'id', value: id },
  );
}

/** @param bytes what may be shown of it */
export function toBodyView(
  messageId: string,
  { topic, body, storedBytes, encoding }: FoundBody,
  bytes: Buffer,
): Omit<MessageBodyView, 'hidden' | 'hiding'> {
  const shown = bytes.subarray(0, MOST_SHOWN);
  return {
    messageId,
    topic,
    storedBytes,
    bytes: bytes.length,
    packed: encoding === 'IDENTITY' ? 'no' : body.unpacked ? 'unpacked' : 'as-is',
    problem: body.problem,
    shown: shown.toString('base64'),
    shownBytes: shown.length,
  };
}

/** Whether a rule hides a part of the message that is there. */
export function hidesAnything(rule: MaskingRule, { properties }: FoundBody, hidden: HiddenPart | null): boolean {
  const names = Object.keys(userProperties(properties ?? {}));
  return hidden?.rules.includes(rule.name) === true || names.some((name) => hidingProperty(name, [rule]) !== null);
}

/** Null: the person may have shown what the rule hides. */
export function whyNotShow(principal: Principal, topic: string, { name, shownTo }: MaskingRule): string | null {
  if (principal.kind !== 'operator') return 'hidden values are shown to people, not to API tokens';
  return (
    reasonAgainst(principal, 'message:unmask') ??
    (shownTo !== 'nobody' && reaches(rankIn(principal, topic), shownTo)
      ? null
      : shownTo === 'nobody'
        ? `rule ${name} shows them to no role`
        : `rule ${name} shows them from the role ${shownTo} on`)
  );
}
