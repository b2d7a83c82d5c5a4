import { t } from './language/t';

const say = (count: number): string => t('{count, number} %', { count });

/**
 * A share in percent, "12.3 %". Rounding never says none of what is some, nor all of what is nearly all: 4 of 21,000 is
 * "< 0.1 %", and the others are "> 99.9 %".
 * @param digits behind the point
 */
export function formatShare(share: number, digits = 1): string {
  const least = 10 ** -digits;
  const percent = share * 100;
  if (percent > 0 && percent < least) return `< ${say(least)}`;
  if (percent < 100 && percent > 100 - least) return `> ${say(100 - least)}`;
  return say(Number(percent.toFixed(digits)));
}

/** The same of a count; empty when there is nothing that it could be a part of. */
export function formatPart(count: number, of: number, digits = 1): string {
  return of === 0 ? '' : formatShare(count / of, digits);
}
