/** A dead letter as a way back needs it: where it lies, and what it is, as stored. */
export interface Letter {
  /** It lies in the dead-letter topic of the group at this broker, and its copy goes to the same broker. */
  readonly broker: string;
  readonly queueNo: number;
  readonly offset: number;
  readonly group: string;
  /** Where the message was sent first. */
  readonly topic: string;
  readonly messageId: string;
  readonly tag: string | null;
  readonly keys: readonly string[];
  readonly flag: number;
  /** With the bits of the compression; the body is as stored. */
  readonly sysFlag: number;
  readonly bornMs: number;
  readonly properties: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
