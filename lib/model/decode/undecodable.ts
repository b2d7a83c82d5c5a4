/** Why a body cannot be decoded, in words that follow "because". */
export class Undecodable extends Error {}

/** Lists and messages inside of each other. */
export const MOST_LEVELS = 100;
/** A few bytes can declare any number of values: a list of nulls has none at all. */
const MOST_VALUES = 500_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** What decoding one body may cost, so that none holds up the process that shows it. */
export class Budget {
  private values = 0;
  private characters = 0;

  value(): void {
    this.values += 1;
    if (this.values > MOST_VALUES) throw new Undecodable(`it has more than ${MOST_VALUES} values`);
  }

  /** @returns the same text */
  text(json: string): string {
    this.characters += json.length;
    if (this.characters > MOST_CHARACTERS) throw new Undecodable('decoded it would have more than 8 MB');
    return json;
  }

  level(depth: number): void {
    if (depth > MOST_LEVELS) throw new Undecodable(`it has more than ${MOST_LEVELS} levels`);
  }
}
