'use client';

import { useEffect } from 'react';
import { isText, nameOfPress } from './keyboard.model';
import { findShortcut, isPrefix } from './shortcut-registry';
import { emptyRequiredField, isDialogOpen, isPageComing, isTextField } from './typing';

/** A second key of a sequence ("g d") must follow within this time. */
const SEQUENCE_MS = 1_200;

/**
 * The one key listener of the tab. Typing in a field or an open dialog never triggers a shortcut, and what is typed
 * while a required field is empty goes to that field.
 */
export function KeyboardListener() {
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      const name = nameOfPress(event);
      if (name === null || event.defaultPrevented) return;
      if (isText(event) && !isTextField(targetOf(event))) {
        const field = emptyRequiredField();
        // it gets the focus before the letter is written, so the letter is the first one of it
        if (field !== null) {
          first = null;
          return field.focus();
        }
        if (isPageComing()) return;
      }
      if (belongsToField(event, name)) return;
      const sequence = first !== null && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${name}` : null;
      first = null;
      const shortcut = (sequence === null ? undefined : findShortcut(sequence)) ?? findShortcut(name);
      if (shortcut !== undefined) {
        event.preventDefault();
        shortcut.run(event);
      } else if (isPrefix(name)) {
        first = { key: name, at: event.timeStamp };
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return null;
}

function targetOf({ target }: KeyboardEvent): Element | null {
  return target instanceof Element ? target : null;
}

function belongsToField(event: KeyboardEvent, name: string): boolean {
  const target = targetOf(event);
  if (isDialogOpen()) return true;
  if (target === null || name.startsWith('mod+')) return false;
  if (isTextField(target)) return true;
  // Enter and Space belong to the focused control
  return (name === 'enter' || name === ' ') && target.closest('a, button, [role=button], summary, input') !== null;
}
