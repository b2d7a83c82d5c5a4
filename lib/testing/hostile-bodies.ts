/** Bodies that would make a viewer, a comparison or a rule work for minutes, by what they are made of. */
export const HOSTILE_BODIES: Readonly<Record<string, string>> = {
  'nested lists, 10 kB': nested('[', ']', 5000),
  'nested lists, 40 kB': nested('[', ']', 20_000),
  'nested lists, 4 MB': nested('[', ']', 2_000_000),
  'nested objects': nested('{"a":', '}', 100_000, '1'),
  'nested objects of two names': nested('{"a":{"b":', '}}', 50_000, '1'),
  'items at each level': nested('[1,', ']', 20_000, '1'),
  'a deep list of values': nested('{"a":', '}', 5000, `{"card":[${'{"card":1},'.repeat(5000)}1]}`),
  'many short values': `[${'1,'.repeat(120_000)}1]`,
  'many lines': Array.from({ length: 60_000 }, (_, line) => `line ${line % 7}`).join('\n'),
  'lines that differ at their end': Array.from({ length: 1900 }, (_, line) => `${'x'.repeat(400)}${line}`).join('\n'),
  'one long line': 'x'.repeat(4_000_000),
  'a long text of JSON': JSON.stringify({ a: 'x'.repeat(3_000_000) }),
  escapes: `"${String.raw`\n`.repeat(1_000_000)}"`,
  'hidden characters': '\u200B\u202E'.repeat(60_000),
  'hidden characters of JSON': JSON.stringify({ a: '\u200B\u202E'.repeat(60_000) }),
  'control characters': '\u0001'.repeat(250_000),
  'a long number': `{"n":1${'0'.repeat(1_000_000)}1}`,
  'a long fraction': `{"n":0.${'0'.repeat(1_000_000)}1}`,
  quotes: '"'.repeat(250_000),
  backslashes: `"${'\\'.repeat(250_000)}`,
  'brackets that do not close': '[{'.repeat(120_000),
  'no JSON at its end': `${nested('[', ']', 5000)}x`,
};

function nested(open: string, close: string, levels: number, inner = ''): string {
  return open.repeat(levels) + inner + close.repeat(levels);
}

/** Processor time that a function took, milliseconds: a busy machine takes none of it. */
export function workedFor(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
