import 'server-only';
import { BrokerError } from '../../model/errors';
import { wholeContext } from '../http/context';
import { defineRead } from '../http/define-read';
import { fileName } from '../http/download';
import { scopedLetters, workspaceIn } from '../http/engine';
import { noteBodies } from '../http/note-bodies';
import { parseInput } from '../http/parse-input';
import { authorizeRequest } from '../http/request-principal';
import { failed } from '../http/respond';
import { rulesFor, shownBody } from '../http/shown-parts';
import { bodyPlace, hidesAnything, loadBody, type MessageBodyView, toBodyView, whyNotShow } from '../http/stored-body';

export type { MessageBodyView } from '../http/stored-body';

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
        'content-disposition': `attachment; filename="${fileName(place.id.slice(0, 100))}.bin"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'no-store',
      },
    });
  } catch (error) {
    return failed(error, new URL(request.url).pathname);
  }
}
