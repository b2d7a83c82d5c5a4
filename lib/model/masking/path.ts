import { type Told, told } from '../language/t';

/** One step of a path into a JSON body. `deep`: at any depth below, as after `..`. */
export type PathStep =
  | { readonly kind: 'name'; readonly name: string; readonly deep: boolean }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'any' };

/** The part of JSONPath (RFC 9535) that masking rules are written in; anything else is refused. */
export const PATH_FORMS = '$.card.number, $..email, $.items[*].iban, $.items[0], $["a name"] and $.*';

const WORD = String.raw`[\p{L}_$][\p{L}\p{N}_$-]*`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const STEP = new RegExp(
  [
    String.raw`\.\.(?<deep>${WORD})`,
    String.raw`\.(?<name>${WORD})`,
    String.raw`(?<any>\.\*|\[\*\])`,
    String.raw`\[(?<index>\d{1,9})\]`,
    String.raw`(?<deepQuoted>\.\.)?\[(?<quoted>${QUOTED})\]`,
  ].join('|'),
  'uy',
);

/** @returns what is wrong with it, or its steps. Pure. */
export function readPath(text: string): readonly PathStep[] | { readonly problem: Told } {
  if (!text.startsWith('$')) return { problem: told('must begin with $') };
  if (text === '$') return { problem: told('$ alone selects the whole body: hide the whole body instead') };
  const steps: PathStep[] = [];
  for (let at = 1; at < text.length;) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (found === null)
      return {
        problem: told('“{text}” at character {at} is not valid', { text: text.slice(at, at + 20), at: at + 1 }),
      };
    const step = stepOf(found.groups ?? {});
    if (step === null) return { problem: told('the name at character {at} is not a JSON string', { at: at + 1 }) };
    steps.push(step);
    at += found[0].length;
  }
  return steps;
}

function stepOf({ deep, name, any, index, deepQuoted, quoted }: Partial<Record<string, string>>): PathStep | null {
  if (any !== undefined) return { kind: 'any' };
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  if (quoted === undefined) return { kind: 'name', name: name ?? deep ?? '', deep: deep !== undefined };
  const unquoted = readQuoted(quoted);
  return unquoted === null ? null : { kind: 'name', name: unquoted, deep: deepQuoted !== undefined };
}

function readQuoted(quoted: string): string | null {
  const inner = quoted.slice(1, -1);
  const json = quoted.startsWith('"') ? inner : inner.replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, String.raw`\"`);
  try {
    return JSON.parse(`"${json}"`) as string;
  } catch {
    return null;
  }
}
