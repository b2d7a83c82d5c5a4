import { unstable_isUnrecognizedActionError as isUnknownAction } from 'next/navigation';
import { browserSaid, failedBy } from '@/components/ui/failed-by.model';
import { type Override, override } from './override-state';
import { session } from '@/components/session/session-state';
import type { ActionFailure, ActionResult } from '@/lib/model/action-result';
import { whileBusy } from '@/lib/model/while-busy';
import { t } from '@/lib/model/language/t';

/** What happened on the way, beside what the server itself refuses. */
export const WAY = {
  /** No answer came: it may have been done. */
  noAnswer: 'no-answer',
  /** Nothing was done: there is no session, and the operator did not sign in. */
  signedOut: 'signed-out',
  /** Nothing was done: the operator did not confirm who they are. */
  unconfirmed: 'unconfirmed',
  /** Nothing was done: a file in git manages it, and the operator gave no reason to change it here. */
  kept: 'kept-by-git',
  /** Nothing was done: another account signed in over the page. */
  otherAccount: 'other-account',
  /** Nothing was done: the server runs a version that no longer has what this page calls. */
  outdatedPage: 'outdated-page',
} as const;

interface SendOptions {
  /** False for background calls of a page: they open no dialog. */
  readonly asPerson?: boolean;
  /** Another change holds a lock, and the action is sent again: this is the next try. */
  readonly onWait?: (nextTry: number) => void;
}

/**
 * The one way to call a server action. It never throws: an action that throws takes the whole page with it, and all
 * that was typed. Without a session, or when the person must confirm who they are, it opens the dialog to sign in and
 * then goes on by itself; the action refused before it did anything. So it does where a file in git manages what it is
 * about, with the reason in `more`.
 */
export async function sendAction<T>(
  send: (more: Override) => Promise<ActionResult<T>>,
  { asPerson = true, onWait }: SendOptions = {},
): Promise<ActionResult<T>> {
  for (let more: Override = {}; ;) {
    // not send().catch: it may throw before there is a promise
    const sent = more;
    const once = () => new Promise<ActionResult<T>>((done) => done(send(sent))).catch(failureOf);
    const result = await whileBusy(once, isBusy, onWait);
    if (result.ok) return result;
    const { code, limit, value } = result.error;
    if (code === 'managed' && asPerson) {
      const reason = await override.ask({ source: String(limit), suggested: String(value ?? '') });
      if (reason === null)
        return refused(WAY.kept, t('Managed by git, and nothing was changed here. What you typed is kept.'));
      more = { override: reason };
      continue;
    }
    if (code !== 'unauthorized' && code !== WAY.unconfirmed) return result;
    const mustConfirm = code === WAY.unconfirmed;
    if (!mustConfirm) session.end();
    const outcome = !asPerson ? 'declined' : await (mustConfirm ? session.confirm() : session.ask());
    if (outcome === 'declined' && mustConfirm)
      return refused(
        WAY.unconfirmed,
        t('You did not confirm that it is you, and nothing was sent. What you typed is kept.'),
      );
    if (outcome === 'declined')
      return refused(WAY.signedOut, t('You are signed out, and nothing was sent. What you typed is kept.'));
    if (outcome === 'other') return refused(WAY.otherAccount, otherAccountText());
  }
}

function isBusy<T>(result: ActionResult<T>): boolean {
  return !result.ok && result.error.code === 'busy';
}

function failureOf(error: unknown): { readonly ok: false; readonly error: ActionFailure } {
  if (isUnknownAction(error))
    return refused(
      WAY.outdatedPage,
      t(
        `The console was updated after this page was opened and cannot accept this form. What you typed is kept: open
        the page in another tab and copy it there.`,
      ),
    );
  return refused(WAY.noAnswer, whatFailed(error));
}

function whatFailed(error: unknown): string {
  const by = failedBy(error);
  if (by === 'server')
    return t('The server failed, so it is not known whether this was done. What you typed is kept; try again.');
  // Next says with a plain Error that the answer was none of its own
  const isOfBrowser = by === 'browser' && error instanceof Error && error.name !== 'Error';
  return isOfBrowser
    ? t(
        `Your browser failed to send this ({problem}), so it is not known whether this was done. What you typed is kept;
        try again.`,
        { problem: browserSaid(error) },
      )
    : t('The server is not responding, so it is not known whether this was done. What you typed is kept; try again.');
}

function otherAccountText(): string {
  const { other, person } = session.snapshot();
  return t('Nothing was sent: you are signed in as {other} now, and this was typed as {person}.', {
    other: other ?? t('another account'),
    person: person ?? t('another account'),
  });
}

function refused(code: string, message: string): { readonly ok: false; readonly error: ActionFailure } {
  return { ok: false, error: { code, message } };
}
