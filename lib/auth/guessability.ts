import { COMMON_WORDS } from './common-words';

/** Words of this product and of its operators, and well-known passphrases: an attacker tries these first. */
const FAMOUS = [
  ...['redrive', 'rocketmq', 'rocket', 'apache', 'broker', 'console', 'operator', 'postgres', 'deadletter', 'queue'],
  ...['admin', 'administrator', 'root', 'toor', 'guest', 'user', 'test', 'testing', 'demo', 'default', 'changeme'],
  ...['password', 'passwort', 'contrasena', 'motdepasse', 'wachtwoord', 'senha', 'letmein', 'welcome', 'iloveyou'],
  ...['correcthorsebatterystaple', 'company', 'server', 'service', 'database', 'message', 'spring', 'summer', 'autumn'],
  ...['winter', 'january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october', 'november'],
  ...['december', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'trustno', 'me', 'my'],
];
/** Neighbouring keys and other obvious sequences. */
const WALKS = [
  ...['abcdefghijklmnopqrstuvwxyz', '012345678901234567890', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl'],
  ...[
    'zxcvbnm',
    'yxcvbnm',
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
    'qazwsxedcrfvtgbyhnujm',
    '1q2w3e4r5t6y7u8i9o0p',
    '!@#$%^&*()',
  ],
  ...['q1w2e3r4t5y6u7i8o9p0', 'zaq1xsw2cde3vfr4bgt5', '147258369', '!qaz@wsx#edc$rfv'],
].flatMap((walk) => [walk, [...walk].toReversed().join('')]);
const LEET: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' },
  ...{ '@': 'a', $: 's', '!': 'i', '+': 't', '€': 'e', '|': 'l' },
};
/** Guesses as powers of ten: the cost of the simplest words and of each variation. */
const COST = { famous: 1, variant: 0.4, walk: 2, year: 2, date: 4.5, separator: 0.5, any: 1 } as const;
const LONGEST_WORD = 25;
/** A weak beginning does not get strong by what follows, in passwords that people choose. */
const MOST_JUDGED = 64;

const costOfWord = new Map<string, number>();
for (const [rank, word] of COMMON_WORDS.entries()) costOfWord.set(word, Math.max(COST.famous, Math.log10(rank + 1)));
for (const word of FAMOUS) costOfWord.set(word, COST.famous);

/**
 * How many guesses the password survives at least, as a power of ten: the cheapest way to put it together from common
 * words, walks on the keyboard, years, repeats and single characters. `context` are words that a guesser of this
 * account tries first.
 */
export function guessesLog10(password: string, context: readonly string[]): number {
  const text = password.slice(0, MOST_JUDGED).toLowerCase();
  const own = new Set(context.map((word) => word.toLowerCase()).filter((word) => word.length >= 3));
  const squeezed = text.replaceAll(/[\s\-_.,]+/g, '');
  return Math.min(cheapest(text, own), cheapest(squeezed, own) + COST.separator);
}

function cheapest(text: string, own: ReadonlySet<string>): number {
  const plain = [...text].map((letter) => LEET[letter] ?? letter).join('');
  // best[n]: the cheapest way to the first n characters
  const best = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let least = (best[end - 1] ?? 0) + (/[\s\-_.,]/.test(text[end - 1] ?? '') ? COST.separator : COST.any);
    for (let start = Math.max(0, end - LONGEST_WORD); start < end - 1; start += 1) {
      const piece = text.slice(start, end);
      const cost = Math.min(costOf(piece, own), costOf(plain.slice(start, end), own) + COST.variant);
      least = Math.min(least, (best[start] ?? 0) + cost);
    }
    best.push(Math.min(least, costOfRepeat(text, end, best)));
  }
  return best.at(-1) ?? 0;
}

function costOf(piece: string, own: ReadonlySet<string>): number {
  if (own.has(piece)) return COST.famous / 2;
  if (/^(19|20)\d\d$/.test(piece)) return COST.year;
  if (/^((19|20)\d{6}|[0-3]\d[01]\d(19|20)\d\d|[0-3]\d[01]\d\d\d)$/.test(piece)) return COST.date;
  if (piece.length >= 3 && WALKS.some((walk) => walk.includes(piece))) return COST.walk;
  const word = costOfWord.get(piece);
  const reversed = costOfWord.get([...piece].toReversed().join(''));
  return Math.min(word ?? Infinity, (reversed ?? Infinity) + COST.variant);
}

/** "abcabc" costs what "abc" does, and one more guess or ten. */
function costOfRepeat(text: string, end: number, best: readonly number[]): number {
  let least = Infinity;
  for (let unit = 1; unit * 2 <= end; unit += 1) {
    const block = text.slice(end - unit, end);
    let start = end - unit;
    while (start >= unit && text.slice(start - unit, start) === block) start -= unit;
    if (start === end - unit) continue;
    least = Math.min(least, (best[start + unit] ?? Infinity) + Math.log10((end - start) / unit));
  }
  return least;
}
