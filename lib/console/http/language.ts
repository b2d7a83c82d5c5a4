import 'server-only';
import type { Principal } from '../../auth/permission';
import { speechIn } from '../../language/catalogues';
import { asSpoken, LANGUAGE_COOKIE, LANGUAGE_HEADER, languageOf } from '../../model/language/languages';
import { setSpeechOfRequest } from '../../model/language/speech';
import type { HeaderReader } from './visitor';

/**
 * From here on the request is answered in the language that its page is shown in, else of the account, else of the
 * cookie, else of the browser. A request that never comes here, of a program, is answered in English.
 */
export function speakTo(headers: HeaderReader, principal: Pick<Principal, 'language'> | null): void {
  const language =
    asSpoken(headers.get(LANGUAGE_HEADER)) ??
    principal?.language ??
    asSpoken(cookieIn(headers)) ??
    languageOf(headers.get('accept-language'));
  setSpeechOfRequest(speechIn(language));
}

/** A live read of a page says in which language the page is. */
export function speakAsPage(headers: HeaderReader): void {
  if (asSpoken(headers.get(LANGUAGE_HEADER)) !== null) speakTo(headers, null);
}

function cookieIn(headers: HeaderReader): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === LANGUAGE_COOKIE)?.[1];
}
