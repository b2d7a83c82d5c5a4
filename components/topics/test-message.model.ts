/** Keys as they are typed: separated by spaces. */
export function readKeys(text: string): string[] {
  return text.split(/\s+/).filter((key) => key !== '');
}

/** "name=value" on each line; `wrong`: the first line that is not. */
export function readProperties(text: string): {
  readonly properties: Record<string, string>;
  readonly wrong: string | null;
} {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => line.indexOf('=') < 1) ?? null;
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf('=');
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return { properties: wrong === null ? Object.fromEntries(pairs) : {}, wrong };
}

/** Seconds from now, in milliseconds; empty: none. Null: not a number. */
export function readDelay(text: string): number | null {
  if (text.trim() === '') return 0;
  return /^\d{1,6}(\.\d)?$/.test(text.trim()) ? Number(text) * 1000 : null;
}
