'use client';

import { useEffect } from 'react';
import { nameOfPress } from './keyboard.model';
import { findShortcut, isPrefix } from './shortcut-registry';

/** A second key of a sequence ("g d") must follow within this time. */
const SEQUENCE_MS = 1_200;

/** The one key listener of the tab. Typing in a field or an open dialog never triggers a shortcut. */
export function KeyboardListener() {
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      const name = nameOfPress(event);
      if (name === null || event.defaultPrevented || belongsToField(event, name)) return;
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

const TEXT_FIELD = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';

function belongsToField(event: KeyboardEvent, name: string): boolean {
  const target = event.target instanceof Element ? event.target : null;
  // A toast is a dialog too, but the focus is never in it.
  if (document.querySelector('[role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu]') !== null)
    return true;
  if (target === null || name.startsWith('mod+')) return false;
  if (target.matches(TEXT_FIELD)) return true;
  // Enter and Space belong to the focused control
  return (name === 'enter' || name === ' ') && target.closest('a, button, [role=button], summary, input') !== null;
}
