/** The part of KeyboardEvent the mapping needs, so that it can be tested without a DOM. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** "x", "shift+x", "mod+enter"; null for a press that cannot be a shortcut. "?" keeps no shift: layouts differ. */
export function nameOfPress(press: KeyPress): string | null {
  if (press.altKey || press.key === 'Shift' || press.key === 'Control' || press.key === 'Meta') return null;
  const letter = press.key.toLowerCase();
  const mod = press.ctrlKey || press.metaKey ? 'mod+' : '';
  const named = letter.length > 1 || /[a-z]/.test(letter);
  return `${mod}${press.shiftKey && named ? 'shift+' : ''}${letter}`;
}

/** A press that writes something. Space is not one: it presses the button that has the focus. */
export function isText({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}

/** How keys are printed: "g d", "⇧x", "⌘↵"; KeyCap says Ctrl where there is no ⌘. */
export function printKeys(keys: string): string {
  return keys.replace('mod+', '⌘').replace('shift+', '⇧').replace('enter', '↵').replace('escape', 'Esc');
}
