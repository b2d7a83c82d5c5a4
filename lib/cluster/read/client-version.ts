/** 4.9.0 is 393, and from then on each minor version has ten patches of two numbers: the snapshot and the release. */
const FIRST = { number: 393, major: 4, minor: 9 } as const;
const PER_MINOR = 20;
/** 5.0.0 follows 4.9. */
const FIRST_OF_5 = 413;

/** The version of a remoting client or a broker from its number on the wire. */
export function clientVersion(number: number): string {
  if (number < FIRST.number) return `before 4.9 (number ${number})`;
  const isFour = number < FIRST_OF_5 - 1;
  const since = number - (isFour ? FIRST.number : FIRST_OF_5) + 1;
  const minor = Math.floor(since / PER_MINOR);
  const patch = Math.floor((since % PER_MINOR) / 2);
  const isSnapshot = since % 2 === 0;
  return `${isFour ? '4.9' : `5.${minor}`}.${patch}${isSnapshot ? '-SNAPSHOT' : ''}`;
}
