import type { MessageType } from '../topic/topic';

/** What is filled in. */
export interface ConnectFacts {
  readonly endpoint: string;
  readonly topic: string;
  readonly type: MessageType;
  readonly group: string;
  /** Its secret is read from the environment. Null: the server accepts clients without a key. */
  readonly accessKeyId: string | null;
  /** The server refuses plaintext. Left out otherwise: each client connects as it does by default. */
  readonly tlsOnly: boolean;
}

/** One complete program: a file to copy, and how it is run. */
export interface Program {
  readonly file: string;
  readonly run: string;
  readonly text: string;
}

export interface ProgramLanguage {
  readonly name: string;
  /** For the highlighting of words. */
  readonly keywords: RegExp;
  readonly install: string;
  readonly producer: (facts: ConnectFacts) => Program;
  readonly consumer: (facts: ConnectFacts) => Program;
}

/** Where programs read the secret of their access key. */
export const SECRET_VARIABLE = 'ROCKETMQ_ACCESS_SECRET';

/** In double quotes, as Java, Go and Python read it. */
export const quoted = (text: string): string => JSON.stringify(text);

/** Lines that depend on a fact; empty ones are left out. */
export function lines(...given: readonly (string | readonly string[] | false)[]): string {
  return given
    .flat()
    .filter((line) => line !== false)
    .join('\n');
}
