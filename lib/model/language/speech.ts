import type { Spoken } from './languages';

/** The language of one answer, and its messages by `keyOf` the English ones; English needs none. */
export interface Speech {
  readonly language: Spoken;
  readonly messages: Readonly<Record<string, string>>;
}

export const ENGLISH: Speech = { language: 'en', messages: {} };

/** A browser shows one document in one language. */
let ofDocument = ENGLISH;

/** Each request of the console has a store of its own (lib/cli/door/request-id.mjs), in whatever is done for it. */
const REQUEST = Symbol.for('redrive.request');
type Requests = { readonly [REQUEST]?: { getStore(): { speech?: Speech } | undefined } };

/**
 * On a server the one of the request that is answered, however many there are at once; English outside of requests: for
 * logs, for SDK clients, and for whatever is stored.
 */
export function speech(): Speech {
  return (globalThis as Requests)[REQUEST]?.getStore()?.speech ?? ofDocument;
}

export function setSpeechOfRequest(given: Speech): void {
  const request = (globalThis as Requests)[REQUEST]?.getStore();
  if (request !== undefined) request.speech = given;
}

/**
 * What `write` says in English, also where the reader speaks another language: for what is stored. It may not wait for
 * anything.
 */
export function inEnglish<T>(write: () => T): T {
  return inSpeech(ENGLISH, write);
}

/** The same in a given language: for what is sent to people who are not the reader of this request. */
export function inSpeech<T>(given: Speech, write: () => T): T {
  const request = (globalThis as Requests)[REQUEST]?.getStore();
  const before = request === undefined ? ofDocument : request.speech;
  const set = (speech: Speech | undefined): void => {
    if (request === undefined) ofDocument = speech ?? ENGLISH;
    else if (speech === undefined) delete request.speech;
    else request.speech = speech;
  };
  set(given);
  try {
    return write();
  } finally {
    set(before);
  }
}

/** In a browser, before anything is shown. Areas that came before stay. */
export function setSpeechOfDocument({ language, messages }: Speech): void {
  const before = ofDocument.language === language ? ofDocument.messages : {};
  ofDocument = { language, messages: { ...before, ...messages } };
}

/** FNV-1a: an English message in seven characters, so that a page does not carry it twice. */
export function keyOf(message: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < message.length; index += 1)
    hash = Math.imul(hash ^ message.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(36);
}
