/** Snippets of the documentation are plain JavaScript, so that readers can copy them. */
declare module '*/failover-producer.mjs' {
  interface Sender {
    send(message: { readonly topic: string; readonly body: Buffer }): Promise<unknown>;
  }
  export class FailoverProducer implements Sender {
    constructor(
      main: Sender,
      other: Sender,
      options?: { readonly afterMs?: number; readonly probeMs?: number; readonly now?: () => number },
    );
    send(message: { readonly topic: string; readonly body: Buffer }): Promise<unknown>;
  }
}
