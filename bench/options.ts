import { parseArgs } from 'node:util';

export interface Options {
  readonly rounds: number;
  readonly seconds: number;
  /** Words of which a work must have one; none: all works. */
  readonly only: readonly string[];
  readonly heldSeconds: number;
  /** Messages of the deep backlog, and of the large history behind the pages. */
  readonly deep: number;
  readonly pages: number;
  readonly list: boolean;
}

const USAGE = `npm run bench -- [options] [words of a work ...]
  --rounds 5         alternating rounds of each work
  --seconds 2.5      measured seconds of a round
  --held 60          seconds for which a snapshot is held open
  --deep 2000000     messages of the deep backlog
  --pages 1000000    messages behind the pages
  --list             names the works and ends`;

/** @throws Error with the usage */
export function readOptions(args: readonly string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '5' },
        seconds: { type: 'string', default: '2.5' },
        held: { type: 'string', default: '60' },
        deep: { type: 'string', default: '2000000' },
        pages: { type: 'string', default: '1000000' },
        only: { type: 'string', multiple: true, default: [] },
        list: { type: 'boolean', default: false },
      },
    });
    const only = [...values.only, ...positionals].flatMap((words) => words.split(','));
    return {
      rounds: whole('rounds', values.rounds),
      seconds: positive('seconds', values.seconds),
      heldSeconds: positive('held', values.held),
      deep: whole('deep', values.deep),
      pages: whole('pages', values.pages),
      only: only.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''),
      list: values.list,
    };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, and is "${text}".`);
  return value;
}

function whole(name: string, text: string): number {
  const value = positive(name, text);
  if (!Number.isInteger(value)) throw new Error(`--${name} must be a whole number, and is "${text}".`);
  return value;
}
