/** Versions of official 5.x SDKs up to which a flaw is in them. */
export const LAST_FLAWED_NODE = '1.0.8';
export const LAST_FLAWED_GO = '5.1.4';
export const LAST_FLAWED_PYTHON = '5.1.2';

/** -1, 0 or 1 by the numeric parts; what is not a number counts as 0. */
export function compareVersions(left: string, right: string): number {
  const a = left.split('.');
  const b = right.split('.');
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = numberOf(a[index]) - numberOf(b[index]);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function numberOf(part: string | undefined): number {
  return Number.parseInt(part ?? '0', 10) || 0;
}
