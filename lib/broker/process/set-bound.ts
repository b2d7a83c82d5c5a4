import { createHmac, hkdfSync } from 'node:crypto';
import { told } from '../../model/language/t';
import { BrokerError } from '../../model/errors';

const HALF = 2 ** 26;
/** The numbers below it are bounds; all others of the 52 bits are given out for none, so a mistyped one is noticed. */
const BOUNDS = 2 ** 40;
const ROUNDS = 6;
const KEY_BYTES = 32;

/**
 * The bound of a planned set as its caller sees it. Dead letters and changes of retries are counted for all groups
 * together: two bounds in the clear would tell a member of one team how much happens in the others. A permutation of
 * 52 bits (a Feistel network), so that it stays a number that JSON holds; another one for each group.
 */
export class SetBounds {
  readonly #key: Buffer;

  constructor(databaseKey: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', databaseKey, '', 'bounds of planned sets', KEY_BYTES));
  }

  hide(groupId: number, bound: number): number {
    let [left, right] = [Math.floor(bound / HALF), bound % HALF];
    for (let round = 0; round < ROUNDS; round += 1) [left, right] = [right, left ^ this.#mix(groupId, round, right)];
    return left * HALF + right;
  }

  /** @throws BrokerError bad-request: it is no bound of a plan of this group */
  open(groupId: number, field: 'throughId' | 'throughEpoch', given: number): number {
    let [left, right] = [Math.floor(given / HALF), given % HALF];
    for (let round = ROUNDS - 1; round >= 0; round -= 1)
      [left, right] = [right ^ this.#mix(groupId, round, left), left];
    const bound = left * HALF + right;
    if (Number.isSafeInteger(given) && given >= 0 && given < HALF * HALF && bound < BOUNDS) return bound;
    throw new BrokerError(
      'bad-request',
      told('{field} must come from a dry run of this group. Plan again.', { field }),
      {
        field,
        limit: 'a value from a dry run',
        value: given,
      },
    );
  }

  #mix(groupId: number, round: number, half: number): number {
    const mixed = createHmac('sha256', this.#key).update(`${groupId}/${round}/${half}`).digest();
    return mixed.readUInt32BE(0) % HALF;
  }
}
