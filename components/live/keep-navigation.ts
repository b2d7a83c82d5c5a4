import { askWhoIsSignedIn } from '@/components/session/ask-server';
import type { LiveState } from './live-state';

const AGAIN_MS = 1_000;
/** What stands before the server answers so while the server behind it does not. */
const AWAY = new Set([502, 503, 504]);

/**
 * A page that is opened while the server is away: the shell stays, says so, and opens the page once there is an answer.
 * Left alone, Next hands the address to the browser, and the browser's own page of errors takes the place of the
 * console. Only pages are sent again: an action may have been done, so the operator decides.
 * @returns undoes it
 */
export function keepNavigationInside(state: LiveState): () => void {
  const send = window.fetch;
  const patient: typeof fetch = async (input, init) => {
    if (!isPage(init)) return send(input, init);
    for (;;) {
      const answer = await send(input, init).catch((error: unknown) => {
        if (init?.signal?.aborted === true || isLeaving) throw error;
        return null;
      });
      if (answer !== null && !(AWAY.has(answer.status) && !isOfNext(answer))) {
        state.setOpening(null);
        return answer;
      }
      state.setReachable(false);
      const path = pathOf(input);
      // The same page once more is a refresh of it, nothing that opens.
      state.setOpening(path === pathOf(location.href) ? null : path);
      await untilAnswered();
      state.setReachable(true);
    }
  };
  // A page that the browser leaves cancels what it has asked for.
  let isLeaving = false;
  const leave = () => (isLeaving = true);
  const stay = () => (isLeaving = false);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', stay);
  window.fetch = patient;
  return () => {
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', stay);
    if (window.fetch === patient) window.fetch = send;
  };
}

/** How Next asks for a page that it shows without loading the document again. */
function isPage(init: RequestInit | undefined): boolean {
  if (init === undefined || (init.method ?? 'GET') !== 'GET') return false;
  const headers = new Headers(init.headers);
  return headers.get('rsc') === '1' && !headers.has('next-router-prefetch');
}

function isOfNext(answer: Response): boolean {
  return answer.headers.get('content-type')?.startsWith('text/x-component') === true;
}

function pathOf(input: RequestInfo | URL): string {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  return decodeURI(url.pathname);
}

async function untilAnswered(): Promise<void> {
  for (;;) {
    const { kind } = await askWhoIsSignedIn();
    if (kind !== 'unreachable') return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
