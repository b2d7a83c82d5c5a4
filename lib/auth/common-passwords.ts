/**
 * What guessers try first, as the pieces they build from: the long leaked passwords are nearly all a common word or
 * keyboard walk, repeated or padded with digits. Judging pieces catches the variants that a fixed list of 12+ misses.
 */
const PIECES = [
  'password',
  'passwort',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'contrasena',
  'motdepasse',
  'wachtwoord',
  'senha',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'qwerty',
  'qwertz',
  'azerty',
  'asdfghjkl',
  'asdfgh',
  'zxcvbnm',
  'zxcvbn',
  '1qaz2wsx',
  '3edc4rfv',
  '1q2w3e4r5t6y',
  '1q2w3e4r5t',
  '1q2w3e4r',
  'qazwsxedc',
  'qazwsx',
  'q1w2e3r4t5y6',
  'q1w2e3r4',
  'abcdefghijkl',
  'abcdefgh',
  'abcdef',
  'abcd',
  'abc',
  'letmein',
  'welcome',
  'iloveyou',
  'iloveu',
  'sunshine',
  'princess',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'basketball',
  'superman',
  'batman',
  'master',
  'shadow',
  'michael',
  'jordan',
  'charlie',
  'ashley',
  'jessica',
  'whatever',
  'trustno1',
  'starwars',
  'computer',
  'internet',
  'freedom',
  'liverpool',
  'chelsea',
  'arsenal',
  'barcelona',
  'pokemon',
  'minecraft',
  'administrator',
  'admin',
  'root',
  'toor',
  'guest',
  'user',
  'test',
  'testing',
  'demo',
  'default',
  'changeme',
  'change',
  'secret',
  'temp',
  'login',
  'summer',
  'winter',
  'spring',
  'autumn',
  'january',
  'february',
  'march',
  'april',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'monday',
  'friday',
  'hello',
  'world',
  'correcthorsebatterystaple',
  'correct horse battery staple',
  'company',
  'service',
  'server',
  'database',
  'redrive',
  'rocketmq',
  'apache',
  'broker',
  'console',
  'operator',
  'postgres',
  'rocket',
  'message',
  'deadletter',
  'queue',
  'please',
  'me',
  'in',
  'my',
  'is',
  'the',
  'you',
  'new',
  'old',
  'pass',
  'word',
  'love',
  'god',
  'sex',
  'money',
  'baby',
  'angel',
  'lovely',
  'forever',
].toSorted((a, b) => b.length - a.length);

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** `lower` is the password in lower case. Six characters must remain that are in no guessable piece, run or repeat. */
export function isCommonPassword(lower: string): boolean {
  if (new Set(lower).size < 5) return true;
  const plain = [...lower].map((letter) => LEET[letter] ?? letter).join('');
  return remainderOf(lower) < 6 || remainderOf(plain) < 6;
}

function remainderOf(text: string): number {
  let rest = text;
  for (const piece of PIECES) if (piece.length > 3) rest = rest.replaceAll(piece, ' ');
  for (const piece of PIECES)
    if (piece.length <= 3) rest = rest.replaceAll(new RegExp(`(?<![a-z])${piece}(?![a-z])`, 'g'), ' ');
  // digits, punctuation, runs ("aaaa") and repeats of a block ("xyzxyz") add next to nothing
  rest = rest
    .replaceAll(/[\d\W_]+/g, ' ')
    .replaceAll(/(.)\1{2,}/g, '$1')
    .replaceAll(/(.{2,}?)\1+/g, '$1');
  return lengthOf(rest, text);
}

/** Long mixes of digits and symbols are not guessable pieces either: count them when they do not form a sequence. */
function lengthOf(rest: string, text: string): number {
  const letters = rest.replaceAll(' ', '').length;
  const digits = text.replaceAll(/\D/g, '');
  const varied = new Set(digits).size >= 5 && !isSequence(digits);
  return letters + (varied ? digits.length / 2 : 0);
}

function isSequence(digits: string): boolean {
  const walk = '01234567890123456789';
  const back = [...walk].toReversed().join('');
  return walk.includes(digits) || back.includes(digits) || /^(19|20)\d\d/.test(digits);
}
