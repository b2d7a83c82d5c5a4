'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** What a person has typed into a field that the server wrote, before the page answers to keys. */
const TYPED = Symbol.for('redrive.typed-early');
type Remembered = TextField & { [TYPED]?: string };

/** Runs before the page answers. React writes its own text into a text area then: what was typed must be known. */
export function rememberTyped(): void {
  for (const field of document.querySelectorAll<TextField>('input, textarea')) remember(field);
  document.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) remember(target);
    },
    { capture: true },
  );
}

function remember(field: Remembered): void {
  if (field.value !== field.defaultValue) field[TYPED] = field.value;
}

/** For a field whose text is the page's state: what was typed early is taken as typed now. */
export function useTypedEarly<Field extends TextField>(): RefObject<Field | null> {
  const place = useRef<Field>(null);
  useLayoutEffect(() => {
    const field: Remembered | null = place.current;
    const typed = field?.[TYPED];
    if (field === null || typed === undefined) return;
    delete field[TYPED];
    if (typed === field.defaultValue) return;
    const { selectionStart, selectionEnd } = field;
    // React compares with what it has written itself: that is the server's text first, then what was typed.
    field.value = field.defaultValue;
    const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (field instanceof HTMLInputElement && selectionStart !== null)
      field.setSelectionRange(selectionStart, selectionEnd);
  }, []);
  return place;
}
