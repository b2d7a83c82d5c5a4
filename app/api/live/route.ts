import { StreamPlaces } from '@/lib/console/live/places';
import { openLiveStream, type ReaderNow } from '@/lib/console/live/stream';
import { liveScope, shownIn } from '@/lib/console/http/shown-in';
import { authorizeRequest } from '@/lib/console/http/request-principal';
import { failed } from '@/lib/console/http/respond';
import { isBrokerError } from '@/lib/model/errors';

export const dynamic = 'force-dynamic';

const places = new StreamPlaces();

/** Ids of what changed, for every signed-in person; what they may see is decided when they read. */
export async function GET(request: Request): Promise<Response> {
  try {
    const principal = await authorizeRequest(request, 'live:hear');
    const { sessionId, name } = principal;
    const leave = places.take(sessionId === null ? `token ${name}` : `session ${sessionId}`);
    const scope = liveScope(principal);
    const readerNow = (): Promise<ReaderNow> =>
      authorizeRequest(request, 'live:hear').then(
        (now) => (JSON.stringify(liveScope(now)) === JSON.stringify(scope) ? 'as-before' : 'other-rights'),
        (error) => (isBrokerError(error) && error.code === 'forbidden' ? 'other-rights' : 'signed-out'),
      );
    return new Response(openLiveStream({ signal: request.signal, readerNow, onEnd: leave, shown: shownIn(scope) }), {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    });
  } catch (error) {
    return failed(error, '/api/live');
  }
}
