import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import { type Command, decodeCommand, encodeCommand, FLAG } from '../../cluster/wire/command';
import { type Fields, FrameReader } from '../../cluster/wire/frame';

/** What a peer answers; code 0 and nothing else when left out. */
export interface FakeAnswer {
  readonly code?: number;
  readonly remark?: string;
  readonly fields?: Fields;
  readonly body?: Buffer | string;
}

export type Behaviour = (question: Command) => FakeAnswer | 'silence' | 'hang up' | null | Promise<FakeAnswer>;

/** A name server or broker in this process: real sockets, the real codec, answers of its own. */
export class FakePeer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Every question that came, in order. */
  readonly asked: Command[] = [];
  /** Asked before the peer's own answers; null: no answer of this one. */
  behave: Behaviour = () => null;
  port = 0;

  constructor(private readonly answer: (question: Command) => FakeAnswer) {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  count(code: number): number {
    return this.asked.filter((question) => question.code === code).length;
  }

  async start(): Promise<this> {
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** It can start again, at the same port. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.dropConnections();
    await closed;
  }

  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Carries out what was asked, without a word to who asked. */
  answered(question: Command): void {
    this.answer(question);
  }

  /** Bytes that no client asked for. */
  push(bytes: Buffer): void {
    for (const socket of this.#sockets) socket.write(bytes);
  }

  #serve(socket: Socket): void {
    const reader = new FrameReader();
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      for (const frame of reader.push(chunk)) void this.#reply(socket, decodeCommand(frame));
    });
  }

  async #reply(socket: Socket, question: Command): Promise<void> {
    this.asked.push(question);
    const answer = (await this.behave(question)) ?? this.answer(question);
    if (answer === 'silence') return;
    if (answer === 'hang up') {
      socket.destroy();
      return;
    }
    const { code = 0, remark = null, fields = {}, body = '' } = answer;
    const header = { code, language: 'JAVA', version: question.version, opaque: question.opaque, flag: FLAG.response };
    socket.write(encodeCommand({ ...header, remark, fields, body: Buffer.from(body) }));
  }
}
