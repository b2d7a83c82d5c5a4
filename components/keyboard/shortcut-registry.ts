/** Keys in use right now, in the order they were registered; the help sheet lists exactly these. */
export interface Shortcut {
  /** "p", "?", "g d", "shift+x", "mod+enter". */
  readonly keys: string;
  readonly label: string;
  readonly run: (event: KeyboardEvent) => void;
}

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Shortcut[]): void {
  shortcuts = next;
  for (const listener of listeners) listener();
}

export function registerShortcut(shortcut: Shortcut): () => void {
  change([...shortcuts, shortcut]);
  return () => change(shortcuts.filter((other) => other !== shortcut));
}

export function subscribeShortcuts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function listShortcuts(): readonly Shortcut[] {
  return shortcuts;
}

/** The newest registration wins: a page may take over a key of the shell. */
export function findShortcut(keys: string): Shortcut | undefined {
  return shortcuts.findLast((shortcut) => shortcut.keys === keys);
}

export function isPrefix(key: string): boolean {
  return shortcuts.some((shortcut) => shortcut.keys.startsWith(`${key} `));
}
