import 'server-only';
import { z } from 'zod';
import { BrokerError } from '../../model/errors';
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
import { unpackLetter } from './unpack-letter';

const input = z.strictObject({
  id: z.string().min(1).max(255),
  /** A queue and an offset, or the queue a half message waits for. */
  at: z.string().regex(/^(\d{1,10}-\d{1,15}|half-\d{1,9})$/, 'must be a place of a message'),
});

/** More than this is downloaded, not shown. */
const MOST_SHOWN = 256 * 1024;

export interface MessageBodyView {
  readonly messageId: string;
  readonly storedBytes: number;
  readonly bytes: number;
  readonly packed: 'no' | 'unpacked' | 'as-is';
  readonly problem: string | null;
  /** The first bytes, base64. */
  readonly shown: string;
  readonly shownBytes: number;
}

export const messageBodyRead = defineRead({
  permission: 'message:read-body',
  subject: 'listed',
  personal: true,
  ofLetters: true,
  input,
  run: async (ctx, place): Promise<MessageBodyView> => {
    const { body, storedBytes, encoding } = await load(ctx, place);
    const shown = body.bytes.subarray(0, MOST_SHOWN);
    return {
      messageId: place.id,
      storedBytes,
      bytes: body.bytes.length,
      packed: encoding === 'IDENTITY' ? 'no' : body.unpacked ? 'unpacked' : 'as-is',
      problem: body.problem,
      shown: shown.toString('base64'),
      shownBytes: shown.length,
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
    const place = parseInput(input, params);
    const seen = await scopedLetters(principal, 'message:read-body', workspace);
    const { body } = await load(seen, place);
    await noteBodies(wholeContext(principal), 'download-body', [place.id], workspace);
    return new Response(new Uint8Array(body.bytes), {
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

async function load(
  { store }: ConsoleContext,
  { id, at }: z.output<typeof input>,
): Promise<{ body: UnpackedBody; storedBytes: number; encoding: string }> {
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
  return { body: unpackLetter(row.body, row.encoding), storedBytes: row.body.length, encoding: row.encoding };
}

function fileName(messageId: string): string {
  return `${messageId.replaceAll(/[^\w.-]/g, '_').slice(0, 100)}.bin`;
}
