import { StreamPlaces } from '@/lib/console/live/places';
import { openLiveStream } from '@/lib/console/live/stream';
import { liveScope, shownIn } from '@/lib/console/http/shown-in';
import { authorizeRequest } from '@/lib/console/http/request-principal';
import { failed } from '@/lib/console/http/respond';

export const dynamic = 'force-dynamic';

const places = new StreamPlaces();

/** Ids of what changed, for every signed-in person; what they may see is decided when they read. */
export async function GET(request: Request): Promise<Response> {
  try {
    const principal = await authorizeRequest(request, 'group:read');
    const { sessionId, name } = principal;
    const leave = places.take(sessionId === null ? `token ${name}` : `session ${sessionId}`);
    const scope = liveScope(principal);
    // with other teams the browser comes back by itself, and gets a stream of those
    const stillAllowed = () =>
      authorizeRequest(request, 'group:read').then(
        (now) => JSON.stringify(liveScope(now)) === JSON.stringify(scope),
        () => false,
      );
    return new Response(openLiveStream({ signal: request.signal, stillAllowed, onEnd: leave, shown: shownIn(scope) }), {
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
