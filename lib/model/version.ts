import manifest from '../../package.json' with { type: 'json' };

/** Of this program; package.json is the one place it is written. */
export const VERSION: string = manifest.version;

/** Negative: `one` is of an older release line (major.minor) than `other`; 0: of the same one. */
export function compareLines(one: string, other: string): number {
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major - otherMajor || minor - otherMinor;
}
