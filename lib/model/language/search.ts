/** A text as a search compares it: without case, and full-width letters and digits are the plain ones. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Whether a text has every word that was typed, in whatever order. */
export function hasWords(text: string, typed: string): boolean {
  const all = folded(text);
  return folded(typed)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** From where to where a text has what was typed; null: it does not. */
export function placeIn(text: string, typed: string): readonly [number, number] | null {
  const wanted = folded(typed.trim());
  // Of each letter of the folded text, where the one that it was made of begins.
  const begins: number[] = [];
  let all = '';
  let at = 0;
  for (const letter of text) {
    const own = folded(letter);
    for (let index = 0; index < own.length; index += 1) begins.push(at);
    all += own;
    at += letter.length;
  }
  const found = wanted === '' ? -1 : all.indexOf(wanted);
  if (found < 0) return null;
  const last = begins[found + wanted.length - 1] ?? 0;
  return [begins[found] ?? 0, begins.find((begin) => begin > last) ?? text.length];
}
