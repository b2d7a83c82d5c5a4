import { type Told, told } from './language/t';

/** Why an edit is refused that began at an older version. @param version that there is now; null: it was removed */
export function savedMeanwhile(version: number | null, seen: number): Told {
  return version === null
    ? told('Someone removed this while you were editing version {seen}.', { seen })
    : told(
        'Someone saved version {version} while you were editing version {seen}. Review the changes and save again.',
        {
          version,
          seen,
        },
      );
}
