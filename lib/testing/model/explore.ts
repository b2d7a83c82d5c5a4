import { Broken, type Rules } from './rows';
import { keyOf } from './key';
import { type Budget, firstState, type State } from './state';
import { after, type Step, stepsOf } from './steps';

export interface Instance extends Rules {
  readonly left: Budget;
}

export interface Exploration {
  readonly states: number;
  readonly transitions: number;
  /** Steps of the longest of the shortest ways to a state. */
  readonly depth: number;
  /** Whether every state that can be reached was seen. */
  readonly isComplete: boolean;
  /** The shortest way to a state in which something does not hold. */
  readonly broken: { readonly invariant: string; readonly detail: string; readonly trace: readonly Step[] } | null;
  /** The shortest way to the state with this number. */
  traceTo(state: number): Step[];
}

/** Every state that can be reached, breadth first, until something does not hold or there are so many. */
export function explore(instance: Instance, most = Number.POSITIVE_INFINITY): Exploration {
  const seen = new Seen();
  const parents: number[] = [-1];
  const steps: number[] = [-1];
  const first = firstState({ ...instance.left });
  seen.add(keyOf(first));
  let level: Reached[] = [{ id: 0, state: first }];
  let [transitions, depth] = [0, 0];

  const traceTo = (id: number): Step[] => {
    const taken: number[] = [];
    for (let at = id; at > 0; at = parents[at] ?? 0) taken.unshift(steps[at] ?? 0);
    return replayed(instance, taken);
  };
  const result = (broken: Exploration['broken'], isComplete: boolean): Exploration => {
    return { states: parents.length, transitions, depth, isComplete, broken, traceTo };
  };
  const visit = ({ id, state }: Reached, next: Reached[]): Exploration['broken'] => {
    for (const [index, step] of stepsOf(state, instance).entries()) {
      transitions += 1;
      const reached = tried(state, step, instance);
      if ('invariant' in reached) return { ...reached, trace: [...traceTo(id), step] };
      if (!seen.add(keyOf(reached))) continue;
      next.push({ id: parents.length, state: reached });
      parents.push(id);
      steps.push(index);
    }
    return null;
  };

  while (level.length > 0) {
    const next: Reached[] = [];
    for (const from of level) {
      const broken = visit(from, next);
      if (broken !== null || parents.length >= most) return result(broken, false);
    }
    level = next;
    if (level.length > 0) depth += 1;
  }
  return result(null, true);
}

interface Reached {
  readonly id: number;
  readonly state: State;
}

function tried(state: State, step: Step, instance: Instance): State | { invariant: string; detail: string } {
  try {
    return after(state, step, instance);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { invariant: error.invariant, detail: error.message };
  }
}

/** A Set of V8 holds 16,777,216 entries at most. */
class Seen {
  readonly #shards = Array.from({ length: 16 }, () => new Set<string>());

  /** @returns whether it is new */
  add(key: string): boolean {
    let sum = 0;
    for (let index = 0; index < key.length; index += 1) sum = (sum * 31 + key.charCodeAt(index)) & 0xff_ff_ff;
    const shard = this.#shards[sum % this.#shards.length];
    if (shard === undefined || shard.has(key)) return false;
    shard.add(key);
    return true;
  }
}

/** Steps by their place among steps that were open. */
function replayed(instance: Instance, taken: readonly number[]): Step[] {
  let state = firstState({ ...instance.left });
  return taken.map((index) => {
    const step = stepsOf(state, instance)[index];
    if (step === undefined) throw new Error(`there is no step ${index}`);
    state = after(state, step, instance);
    return step;
  });
}
