import { isDeepStrictEqual } from 'node:util';

import { type Outcome, type Race, type RaceStage, verbOf } from './stage';

type Order = Parameters<RaceStage['inTurn']>[1];

const isNothing = (answer: unknown): boolean =>
  answer === 'done' || answer === 'nothing' || (Array.isArray(answer) && answer.length === 0);

/**
 * Every verb is one decision. While another process is in the middle of its own, it comes to what it would have come to
 * before or after that one; when that process is killed, to what it would have come to alone, and its caller hears of
 * no success. What another one has locked, a receive or a loop may leave
 * alone, and a change of many says that it found nothing.
 */
export class RaceJudge {
  readonly #stage: RaceStage;
  readonly #inTurn = new Map<string, Promise<Outcome>>();
  readonly #writes = new Map<string, Promise<number>>();
  /** Played so far. */
  races = 0;

  constructor(stage: RaceStage) {
    this.#stage = stage;
  }

  /** @returns how races of the two ended that nothing explains; without kills only that of two who both commit */
  async findUnexplained(race: Race, withKills = true): Promise<object[]> {
    const found = [await this.#commit(race)];
    if (!withKills) return found.filter((each) => each !== null);
    const kills = verbOf(race.first).inSteps ? Math.min(1, await this.#writesOf(race)) : await this.#writesOf(race);
    for (let skip = 0; skip < kills; skip += 1) found.push(await this.#kill(race, skip));
    return found.filter((each) => each !== null);
  }

  async #commit(race: Race): Promise<object | null> {
    const found = await this.#stage.atOnce(race, 'commit', 0);
    if (found === null) return null;
    const orders: Order[] = [
      ['first', 'second'],
      ['second', 'first'],
    ];
    return await this.#judge(race, 'commit', found, mayLeave(race, found) ? [...orders, ['first']] : orders);
  }

  async #kill(race: Race, skip: number): Promise<object | null> {
    const found = await this.#stage.atOnce(race, 'kill', skip);
    if (found === null) return null;
    // A loop has no caller, and says elsewhere what went wrong.
    if (skip === 0 && found.first !== 'killed' && !verbOf(race.first).mayLeave)
      return { race, why: 'killed before its commit, and answered', found };
    const orders: Order[] =
      skip === 0
        ? [['second']]
        : [
            ['first', 'second'],
            ['second', 'first'],
          ];
    const left: Order = skip === 0 ? [] : ['first'];
    return await this.#judge(race, `kill ${skip}`, found, mayLeave(race, found) ? [...orders, left] : orders);
  }

  async #judge(race: Race, how: string, found: Outcome, orders: readonly Order[]): Promise<object | null> {
    this.races += 1;
    const explanations: Outcome[] = [];
    for (const order of orders) {
      const outcome = await this.#turn(race, order);
      const first = how === 'commit' ? outcome.first : found.first;
      const expected = { ...outcome, first, second: order.includes('second') ? outcome.second : found.second };
      if (isDeepStrictEqual(found, expected)) return null;
      explanations.push(expected);
    }
    return { race, how, found, explanations };
  }

  /** Played once: it comes to the same each time. */
  #turn(race: Race, order: Order): Promise<Outcome> {
    const key = JSON.stringify([race.start, race.ordered, order.map((who) => [who, race[who]])]);
    const outcome = this.#inTurn.get(key) ?? this.#stage.inTurn(race, order);
    this.#inTurn.set(key, outcome);
    return outcome;
  }

  #writesOf(race: Race): Promise<number> {
    const key = JSON.stringify([race.start, race.ordered, race.first]);
    const writes = this.#writes.get(key) ?? this.#stage.writesOf(race);
    this.#writes.set(key, writes);
    return writes;
  }
}

function mayLeave({ second }: Race, found: Outcome): boolean {
  return verbOf(second).mayLeave && isNothing(found.second);
}
