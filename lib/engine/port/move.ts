import type { startMove } from '../move/start';
import type { stepMove } from '../move/step-move';
import type { ShownPlan } from '../move/plan';
import type { Move } from '../move/read';

/** The move of this installation to a cluster. Every function throws BrokerError. */
export interface MovePort {
  /** What is here beside what is there, as of now. */
  plan(): Promise<ShownPlan>;
  /** The open one, or the last that ended; null: there was none. */
  read(): Promise<MoveNow | null>;
  /** Writes down what moves; nothing is changed yet. @returns its id */
  start(input: Parameters<typeof startMove>[2]): Promise<number>;
  /** @returns what came of it on each broker */
  step(input: Parameters<typeof stepMove>[2]): ReturnType<typeof stepMove>;
}

export interface MoveNow extends Omit<Move, 'clusterId'> {
  /** "MV-3" */
  readonly name: string;
}
