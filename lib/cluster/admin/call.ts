import { isNamed } from '../../model/errors';
import { english, told, type Told } from '../../model/language/t';
import type { Fields } from '../wire/frame';

/** One code of the protocol: what is asked, what changes by it, and what its answer means. */
export interface AdminCall<Input, Output> {
  readonly code: number;
  /** As the vendor's source names it; for logs and figures. */
  readonly name: string;
  /** write: needs the right to change this cluster, and is never sent to anything but a master. */
  readonly kind: 'read' | 'write';
  /** Costs the broker disk or a whole table: one at a time for each broker. */
  readonly isHeavy?: boolean;
  readonly timeoutMs?: number;
  /** Codes beside 0 that `read` understands. */
  readonly accepts?: readonly number[];
  ask(input: Input): Asked;
  /** @throws DecodeError when the answer is not what it must be */
  read(answer: Answer, input: Input): Output;
}

export interface Asked {
  readonly fields: Fields;
  readonly body?: Buffer;
}

export interface Answer {
  readonly code: number;
  readonly remark: string | null;
  readonly fields: Fields;
  readonly body: Buffer;
  /** Of the program that answers, as a number of the protocol. */
  readonly version?: number;
}

/** Codes of answers that mean something to us. */
export const ANSWER = {
  ok: 0,
  systemError: 1,
  busy: 2,
  notSupported: 3,
  flushDiskTimeout: 10,
  slaveNotAvailable: 11,
  flushSlaveTimeout: 12,
  noPermission: 16,
  topicNotFound: 17,
  pullNotFound: 19,
  pullAgain: 20,
  pullMoved: 21,
  queryNotFound: 22,
  groupNotFound: 26,
  notOnline: 206,
  flowControl: 215,
} as const;

/** The broker answered, and refused. */
export class Refusal extends Error {
  static override [Symbol.hasInstance](error: unknown): boolean {
    return isNamed(error, 'Refusal');
  }

  override readonly name = 'Refusal';

  constructor(
    readonly code: number,
    readonly remark: string | null,
    readonly call: string,
  ) {
    super(english(refusalWords(code, remark, call)));
  }

  get reason(): Told {
    const { code, remark, call } = this;
    return this.isDenied
      ? told('it denies {call}: {remark}', { call, remark: remark ?? '' })
      : refusalWords(code, remark, call);
  }

  get isBusy(): boolean {
    return this.code === ANSWER.busy || this.code === ANSWER.flowControl;
  }

  get isDenied(): boolean {
    return this.code === ANSWER.noPermission;
  }
}

function refusalWords(code: number, remark: string | null, call: string): Told {
  return remark === null
    ? told('{call} was refused with code {code}', { call, code: String(code) })
    : told('{call} was refused with code {code}: {remark}', { call, code: String(code), remark: firstLine(remark) });
}

const MOST_REMARK = 300;

/** Remarks are Java exceptions now and then, with their stacks. */
function firstLine(remark: string): string {
  return (remark.split('\n', 1)[0] ?? '').slice(0, MOST_REMARK);
}
