import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { headerBlock } from '../transport/http2/encode-headers';
import { FrameReader } from '../transport/http2/frame-reader';
import { FLAG, FRAME, HEADER_BYTES, PREFACE, writeFrameHeader } from '../transport/http2/frames';

export interface SeenFrame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

export function rawFrame(type: number, flags: number, streamId: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  writeFrameHeader(header, 0, { length: payload.length, type, flags, streamId });
  return Buffer.concat([header, payload]);
}

export function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The headers of a gRPC call. */
export function callHeaders(path: string, more: readonly (readonly [string, string])[] = []): Buffer {
  const base = [
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', path],
    [':authority', 'test'],
    ['content-type', 'application/grpc'],
    ['te', 'trailers'],
  ] as const;
  return headerBlock([...base, ...more]);
}

/** A client that sends whatever frames a test wants, and keeps what comes back. */
export class RawHttp2 {
  readonly seen: SeenFrame[] = [];
  readonly socket: Socket;
  #notify: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    const reader = new FrameReader((frame) => {
      this.seen.push(frame);
    }, 0);
    socket.on('data', (chunk: Buffer) => {
      reader.read(chunk);
      this.#notify();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.#notify());
  }

  static async open(port: number, settings: readonly (readonly [number, number])[] = []): Promise<RawHttp2> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const client = new RawHttp2(socket);
    const payload = Buffer.alloc(settings.length * 6);
    settings.forEach(([setting, value], index) => {
      payload.writeUInt16BE(setting, index * 6);
      payload.writeUInt32BE(value, index * 6 + 2);
    });
    client.send(PREFACE, rawFrame(FRAME.SETTINGS, 0, 0, payload), rawFrame(FRAME.SETTINGS, FLAG.ACK, 0));
    return client;
  }

  send(...frames: readonly Buffer[]): void {
    this.socket.write(Buffer.concat(frames));
  }

  request(streamId: number, block: Buffer, isEnd = false): void {
    this.send(rawFrame(FRAME.HEADERS, FLAG.END_HEADERS | (isEnd ? FLAG.END_STREAM : 0), streamId, block));
  }

  /** A message of gRPC, and the end of the request. */
  message(streamId: number, bytes: Buffer, flags: number = FLAG.END_STREAM): void {
    const prefix = Buffer.alloc(5);
    prefix.writeUInt32BE(bytes.length, 1);
    this.send(rawFrame(FRAME.DATA, flags, streamId, Buffer.concat([prefix, bytes])));
  }

  /** The first frame for which this holds; null: the connection was closed before. */
  async until(holds: (frame: SeenFrame) => boolean): Promise<SeenFrame | null> {
    for (;;) {
      const found = this.seen.find(holds);
      if (found !== undefined) return found;
      if (this.socket.closed || this.socket.destroyed) return null;
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    }
  }

  /** The error of the GOAWAY that ends the connection; null: it ended without one. */
  async farewell(): Promise<number | null> {
    const frame = await this.until(({ type }) => type === FRAME.GOAWAY);
    return frame === null ? null : frame.payload.readUInt32BE(4);
  }

  /** The error that ends this stream. */
  async resetOf(streamId: number): Promise<number | null> {
    const frame = await this.until((one) => one.type === FRAME.RST_STREAM && one.streamId === streamId);
    return frame === null ? null : frame.payload.readUInt32BE(0);
  }

  close(): void {
    this.socket.destroy();
  }
}
