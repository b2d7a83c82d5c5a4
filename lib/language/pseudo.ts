import type { CompiledMessage } from 'icu-minify/format';
import { compile } from '../model/language/compile';

const ACCENTS = 'aá eé ií oö uü AÁ EÉ IÍ OÖ UÜ nñ cç sš';
const ACCENTED = new Map(ACCENTS.split(' ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]));

/** An English message as long as a German one, with accents; parameters, tags and keywords stay. */
export function lengthen(english: string): string {
  const message = compile(english);
  const letters = countLetters(message);
  const text = write(message);
  return letters === 0 ? text : `${text} ${words(Math.ceil(letters * 0.35))}`;
}

/** What is said, without names of parameters. Of a plural the longest option counts. */
function countLetters(node: unknown): number {
  if (typeof node === 'string') return (node.match(/[a-z]/gi) ?? []).length;
  if (!Array.isArray(node)) return 0;
  return (node as readonly unknown[]).reduce<number>((sum, one) => {
    if (!Array.isArray(one)) return sum + countLetters(one);
    const [, kind, ...rest] = one as unknown as Written;
    if (kind === undefined || kind === 4) return sum;
    if (kind !== 1 && kind !== 2) return sum + countLetters([kind, ...rest]);
    const options = Object.values(rest[0] as Readonly<Record<string, CompiledMessage>>);
    return sum + Math.max(...options.map(countLetters));
  }, 0);
}

/** Words of a usual length: one that is longer would break no line. */
function words(letters: number): string {
  return '~'.repeat(letters).replaceAll(/~{7}(?=~)/g, '~~~~~~ ');
}

function write(node: unknown): string {
  if (node === 0) return '#';
  if (typeof node === 'string') return node.replace(/[a-z]/gi, (letter) => ACCENTED.get(letter) ?? letter);
  const nodes = node as readonly unknown[];
  // A message or an option: nodes. A node: its name first, then what it is.
  return nodes.map((one) => (Array.isArray(one) ? writeNode(one as unknown as Written) : write(one))).join('');
}

type Written = readonly [name: string, kind?: unknown, ...rest: unknown[]];

function writeNode([name, kind, ...rest]: Written): string {
  if (kind === undefined) return `{${name}}`;
  if (kind === 4) return `{${name}, number}`;
  if (kind !== 1 && kind !== 2) return `<${name}>${write([kind, ...rest])}</${name}>`;
  const options = Object.entries(rest[0] as Readonly<Record<string, CompiledMessage>>);
  const all = options.map(([option, inside]) => `${option} {${write(inside)}}`);
  return `{${name}, ${kind === 2 ? 'plural' : 'select'}, ${all.join(' ')}}`;
}
