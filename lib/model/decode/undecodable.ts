import { inEnglish } from '../language/speech';
import { tell, told, type Told } from '../language/t';

/** Why a body cannot be decoded, in words that follow "because". */
export class Undecodable extends Error {
  readonly told: string | Told;

  constructor(why: string | Told) {
    super(inEnglish(() => tell(why)));
    this.told = why;
  }
}

/** Lists and messages inside of each other. */
export const MOST_LEVELS = 100;
/** A few bytes can declare any number of values: a list of nulls has none at all. */
export const MOST_VALUES = 50_000;
/** Each takes at least two bytes of the body, and is passed over. */
const MOST_LEFT_OUT = 500_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** What decoding one body may cost, so that none holds up the process that shows it. */
export class Budget {
  private values = 0;
  private leftOut = 0;
  private characters = 0;

  constructor(private readonly mostValues = MOST_VALUES) {}

  value(): void {
    this.values += 1;
    if (this.values > this.mostValues)
      throw new Undecodable(told('it has more than {most, number} values', { most: this.mostValues }));
  }

  leaveOut(): void {
    this.leftOut += 1;
    if (this.leftOut > MOST_LEFT_OUT)
      throw new Undecodable(
        told('it has more than {most, number} fields that are not in the schema', { most: MOST_LEFT_OUT }),
      );
  }

  /** @returns the same text */
  text(json: string): string {
    this.spend(json.length);
    return json;
  }

  spend(characters: number): void {
    this.characters += characters;
    if (this.characters > MOST_CHARACTERS) throw new Undecodable(told('the decoded body would have more than 8 MB'));
  }

  /** What may still be spent. */
  get left(): number {
    return MOST_CHARACTERS - this.characters;
  }

  level(depth: number): void {
    if (depth > MOST_LEVELS)
      throw new Undecodable(told('it has more than {most, number} levels', { most: MOST_LEVELS }));
  }
}
