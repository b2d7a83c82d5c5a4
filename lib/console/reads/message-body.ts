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
import { halfBody } from '../../store/queries/half-message/half-body';
import { messageBody } from '../../store/queries/timeline/message-body';
import { authorizeRequest } from '../http/request-principal';
import { type ConsoleContext, wholeContext } from '../http/context';
import type { UnpackedBody } from '../../model/unpack-body';
import { defineRead } from '../http/define-read';
import { scopedLetters, workspaceIn } from '../http/engine';
import { noteBodies } from '../http/note-bodies';
import { parseInput } from '../http/parse-input';
import { failed } from '../http/respond';
import { rulesFor, shownBody, type Whereabouts } from '../http/shown-parts';
import { unpackLetter } from '../http/unpack-letter';

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

export const messageBodyRead = defineRead({
  permission: 'message:read-body',
  subject: 'listed',
  personal: true,
  ofLetters: true,
  input: bodyPlace,
  run: async (ctx, place): Promise<MessageBodyView> => {
    const found = await loadBody(ctx, place);
    const { bytes, hidden } = shownBody(ctx.broker, found, found.body.bytes);
    const hiding = rulesFor(ctx.broker, found).filter((rule) => hidesAnything(rule, found, hidden));
    return {
      ...toBodyView(place.id, found, bytes ?? Buffer.alloc(0)),
      hidden,
      hiding: hiding.map((rule) => ({ rule: rule.name, mayNotShow: whyNotShow(ctx.principal, found.topic, rule) })),
    };
  },
  bodiesIn: ({ messageId }) => [messageId],
});

/** The whole body as a file: never rendered by the browser, whatever it contains. */
export async function downloadMessageBody(request: Request): Promise<Response> {
  try {
    const principal = await authorizeRequest(request, 'message:read-body');
    const { workspace: name, ...params } = Object.fromEntries(new URL(request.url).searchParams);
    const workspace = workspaceIn(name);
    const place = parseInput(bodyPlace, params);
    const seen = await scopedLetters(principal, 'message:read-body', workspace);
    const found = await loadBody(seen, place);
    const { bytes, hidden } = shownBody(seen.broker, found, found.body.bytes);
    if (bytes === null)
      throw new BrokerError('forbidden', `The body is hidden from you by rule ${hidden.rules.join(', ')}.`, {
        field: 'id',
        limit: 'a body that is shown to you',
        value: place.id,
      });
    await noteBodies(wholeContext(principal), 'download-body', [place.id], workspace);
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${fileName(place.id)}"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'no-store',
      },
    });
  } catch (error) {
    return failed(error, new URL(request.url).pathname);
  }
}

export interface FoundBody extends Whereabouts {
  readonly body: UnpackedBody;
  readonly storedBytes: number;
  readonly encoding: string;
}

/** As it is stored: whoever shows it asks first what is hidden. */
export async function loadBody(
  { store }: Pick<ConsoleContext, 'store'>,
  { id, at }: z.output<typeof bodyPlace>,
): Promise<FoundBody> {
  const [first = '', second = ''] = at.split('-');
  const row =
    first === 'half'
      ? await halfBody(store.console, id, Number(second))
      : await messageBody(store.console, id, Number(first), Number(second));
  if (row === null)
    throw new BrokerError(
      'message-not-found',
      'The body is gone: the message is past its retention, or its transaction has ended.',
      {
        field: 'id',
        value: id,
      },
    );
  const { topic, properties, encoding } = row;
  return { topic, properties, encoding, body: unpackLetter(row.body, encoding), storedBytes: row.body.length };
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

function hidesAnything(rule: MaskingRule, { properties }: FoundBody, hidden: HiddenPart | null): boolean {
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
        ? `rule ${name} shows them to nobody`
        : `rule ${name} shows them from the role ${shownTo} on`)
  );
}

function fileName(messageId: string): string {
  return `${messageId.replaceAll(/[^\w.-]/g, '_').slice(0, 100)}.bin`;
}
