import type { Duplex } from 'node:stream';

import { FrameReader } from './frame-reader';
import { ConnectionFault, DEFAULT_WINDOW, ERROR, type ErrorCode, FLAG, FRAME, MAX_WINDOW, SETTING } from './frames';
import type { Frame } from './frame-reader';
import { type HeaderBlock, HeaderBlocks } from './header-blocks';
import { Liveness, type LivenessLimits } from './liveness';
import { PeerBudgets } from './peer-budgets';
import { PeerSettings } from './peer-settings';
import { ReadPace } from './read-pace';
import { RecentResets } from './recent-resets';
import type { RequestHeaders } from './request-headers';
import { Sender } from './sender';
import { Stream, type StreamHost, type StreamReceiver } from './stream';
import { unpadded } from './unpadded';

export interface ConnectionLimits extends LivenessLimits {
  readonly maxStreams: number;
  readonly maxHeaderBytes: number;
  /** An answer that the peer does not take for so long is given up. */
  readonly stuckMs: number;
}

export interface ConnectionHandler {
  /** A request began. */
  open(stream: Stream, headers: RequestHeaders): StreamReceiver;
  /** Calls that are still worked on, given-up ones included. */
  readonly working: number;
  closed(): void;
  failed(error: unknown): void;
}

/** What a client may send before we have read it; the second is for all its streams together. */
const STREAM_WINDOW = 256 * 1024;
const CONNECTION_WINDOW = 1024 * 1024;
/** A client that takes its answers byte by byte costs us a frame for each. */
const LEAST_INCREMENT = 128;
const FAREWELL_MS = 1_000;
const DRAIN_PING = Buffer.from('draining');
const KEEPALIVE_PING = Buffer.from('aliveyet');

/** The server's side of one HTTP/2 connection. RFC 9113; no push, no priorities. */
export class Connection implements StreamHost {
  readonly sender: Sender;
  readonly #socket: Duplex;
  readonly #limits: ConnectionLimits;
  readonly #handler: ConnectionHandler;
  readonly #reader = new FrameReader((frame) => this.#take(frame));
  readonly #blocks: HeaderBlocks;
  readonly #liveness: Liveness;
  readonly #peer = new PeerSettings();
  readonly #streams = new Map<number, Stream>();
  readonly #resets = new RecentResets();
  readonly #budgets = new PeerBudgets();
  readonly #pace = new ReadPace();
  #isOver = false;
  /** After the last GOAWAY: newer streams are not for us. */
  #isClosing = false;
  #lastStreamId = 0;
  #receiveWindow = CONNECTION_WINDOW;

  constructor(socket: Duplex, limits: ConnectionLimits, handler: ConnectionHandler) {
    this.#socket = socket;
    this.#limits = limits;
    this.#handler = handler;
    this.#blocks = new HeaderBlocks(limits.maxHeaderBytes);
    this.#liveness = new Liveness(limits);
    this.sender = new Sender(socket);
    this.sender.settings([
      [SETTING.MAX_CONCURRENT_STREAMS, limits.maxStreams],
      [SETTING.INITIAL_WINDOW_SIZE, STREAM_WINDOW],
      [SETTING.MAX_HEADER_LIST_SIZE, limits.maxHeaderBytes],
    ]);
    this.sender.windowUpdate(0, CONNECTION_WINDOW - DEFAULT_WINDOW);
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#close());
  }

  /** Lets open streams end, and takes no new ones once the peer knows. */
  drain(): void {
    if (this.#liveness.drainingMs !== null || this.#isOver) return;
    this.#liveness.drainingMs = performance.now();
    // Streams that are on their way are served: only after the answer to the ping is the last one known.
    this.sender.goAway(MAX_WINDOW, ERROR.NO_ERROR, 'shutting down');
    this.sender.ping(0, DRAIN_PING);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Once in a while: ends what is silent, stuck or idle. */
  tend(nowMs: number): void {
    if (this.#isOver) return;
    const verdict = this.#liveness.judge(nowMs, this.#streams.size, this.#blocks.openSinceMs);
    // What it does not read would be kept for it, and so would the word that the connection ends.
    const isSlow = this.#pace.isTooSlow(nowMs, this.sender.backlog, this.#limits.stuckMs);
    if (verdict === 'late' || isSlow) return this.destroy();
    if (verdict === 'idle') return this.drain();
    if (verdict === 'silent') this.sender.ping(0, KEEPALIVE_PING);
    this.#guard(() => {
      for (const stream of this.sender.stuckSince(nowMs - this.#limits.stuckMs)) {
        stream.reset(ERROR.CANCEL);
        this.#budgets.givenUp(nowMs);
      }
    });
  }

  ended(stream: Stream, reset: ErrorCode | null): void {
    this.#streams.delete(stream.id);
    if (reset !== null) this.#resets.add(stream.id);
    if (this.#streams.size > 0) return;
    this.#liveness.idleSinceMs = performance.now();
    if (this.#isClosing) this.#leave();
  }

  read(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#liveness.noteRead();
    this.#guard(() => this.#reader.read(chunk));
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof ConnectionFault) return this.#fail(error);
      // A mistake of ours ends this connection, not the process.
      this.#handler.failed(error);
      this.destroy();
    }
  }

  #fail({ code, message }: ConnectionFault): void {
    this.sender.goAway(this.#lastStreamId, code, message);
    this.#leave();
    this.#abortAll();
  }

  /** What was said is still sent; what comes is dropped. */
  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.sender.flush();
    this.#socket.end();
    // After a stall, what waits is read first: a connection that is closed with bytes unread takes back what was said.
    setTimeout(() => setImmediate(() => this.#socket.destroy()), FAREWELL_MS).unref();
  }

  #close(): void {
    this.#isOver = true;
    this.sender.close();
    this.#abortAll();
    this.#handler.closed();
  }

  #abortAll(): void {
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    for (const stream of streams) stream.abort();
  }

  #take(frame: Frame): void {
    // A chunk may hold more behind the frame that ended the connection.
    if (this.#isOver) return;
    if (!this.#liveness.isGreeted && frame.type !== FRAME.SETTINGS) throw fault('the first frame must be SETTINGS');
    this.#blocks.checkTurn(frame, FRAME.CONTINUATION);
    switch (frame.type) {
      case FRAME.DATA:
        return this.#takeData(frame);
      case FRAME.HEADERS:
        return this.#takeHeaders(frame);
      case FRAME.CONTINUATION:
        return this.#takeBlock(this.#blocks.continue(frame));
      case FRAME.RST_STREAM:
        return this.#takeReset(frame);
      case FRAME.SETTINGS:
        return this.#takeSettings(frame);
      case FRAME.PING:
        return this.#takePing(frame);
      case FRAME.WINDOW_UPDATE:
        return this.#takeWindowUpdate(frame);
      case FRAME.GOAWAY:
        if (frame.streamId !== 0) throw fault('GOAWAY on a stream');
        break;
      case FRAME.PUSH_PROMISE:
        throw fault('PUSH_PROMISE from a client');
      case FRAME.PRIORITY:
        if (frame.streamId === 0) throw fault('PRIORITY without a stream');
        if (frame.payload.length !== 5) return this.#resetStream(frame.streamId, ERROR.FRAME_SIZE_ERROR);
        if ((frame.payload.readUInt32BE(0) & MAX_WINDOW) === frame.streamId)
          return this.#resetStream(frame.streamId, ERROR.PROTOCOL_ERROR);
    }
    // PRIORITY, GOAWAY (the client leaves when its streams have ended), and frames of extensions.
    this.#budgets.useless(this.#liveness.readMs);
  }

  #takeData(frame: Frame): void {
    const { streamId, payload } = frame;
    const isEnd = (frame.flags & FLAG.END_STREAM) !== 0;
    // Padding counts, too.
    this.#receiveWindow -= payload.length;
    if (this.#receiveWindow < 0) throw new ConnectionFault(ERROR.FLOW_CONTROL_ERROR, 'the window is used up');
    if (this.#receiveWindow < CONNECTION_WINDOW / 2) {
      this.sender.windowUpdate(0, CONNECTION_WINDOW - this.#receiveWindow);
      this.#receiveWindow = CONNECTION_WINDOW;
    }
    const data = unpadded(frame, 0);
    if (data.length === 0 && !isEnd) this.#budgets.useless(this.#liveness.readMs);
    const stream = this.#known(streamId, 'DATA');
    if (stream === null) return;
    if (stream.remoteClosed) return this.#resetStream(streamId, ERROR.STREAM_CLOSED);
    stream.receiveWindow -= payload.length;
    if (stream.receiveWindow < 0) return this.#resetStream(streamId, ERROR.FLOW_CONTROL_ERROR);
    stream.receivedBytes += data.length;
    if (data.length > 0 && !stream.unwanted) stream.receiver?.onData(data);
    if (isEnd) this.#endRequest(stream);
    else if (stream.receiveWindow < STREAM_WINDOW / 2 && !stream.unwanted && !stream.isOver) {
      this.sender.windowUpdate(streamId, STREAM_WINDOW - stream.receiveWindow);
      stream.receiveWindow = STREAM_WINDOW;
    }
  }

  #endRequest(stream: Stream): void {
    stream.remoteClosed = true;
    const { expectedBytes, receivedBytes } = stream;
    if (expectedBytes !== null && expectedBytes !== receivedBytes) this.#resetStream(stream.id, ERROR.PROTOCOL_ERROR);
    else if (!stream.isOver) stream.receiver?.onEnd();
  }

  #takeHeaders(frame: Frame): void {
    if (frame.streamId % 2 === 0) throw fault('a client numbers its streams with odd numbers');
    this.#takeBlock(this.#blocks.begin(frame, this.#liveness.readMs));
  }

  #takeBlock(block: HeaderBlock | null): void {
    if (block === null) return;
    const { streamId, headers, isEnd } = block;
    this.#budgets.excess(this.#liveness.readMs, headers.excessBytes);
    if (streamId > this.#lastStreamId) return this.#openStream(streamId, headers, isEnd);
    const stream = this.#known(streamId, 'HEADERS');
    if (stream === null) return;
    if (stream.remoteClosed) return this.#resetStream(streamId, ERROR.STREAM_CLOSED);
    if (!isEnd || !headers.isTrailer) return this.#resetStream(streamId, ERROR.PROTOCOL_ERROR);
    this.#endRequest(stream);
  }

  #openStream(id: number, headers: RequestHeaders, isEnd: boolean): void {
    if (this.#isClosing) return;
    this.#lastStreamId = id;
    if (!headers.isRequest && !headers.tooLarge) return this.#resetStream(id, ERROR.PROTOCOL_ERROR);
    // Calls that were given up while they are worked on count: resets must not buy more work.
    if (Math.max(this.#streams.size, this.#handler.working) >= this.#limits.maxStreams)
      return this.#resetStream(id, ERROR.REFUSED_STREAM);
    const stream = new Stream(id, this, { receive: STREAM_WINDOW, send: this.#peer.window });
    stream.expectedBytes = headers.contentLength;
    this.#streams.set(id, stream);
    stream.remoteClosed = isEnd;
    stream.receiver = this.#handler.open(stream, headers);
    if (isEnd) this.#endRequest(stream);
  }

  #takeReset({ streamId, payload }: Frame): void {
    if (payload.length !== 4) throw new ConnectionFault(ERROR.FRAME_SIZE_ERROR, 'RST_STREAM has 4 bytes');
    if (streamId === 0 || streamId > this.#lastStreamId) throw fault('RST_STREAM of an idle stream');
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return this.#budgets.useless(this.#liveness.readMs);
    this.#budgets.cancelled(this.#liveness.readMs);
    stream.abort();
    this.ended(stream, null);
  }

  #takeSettings({ streamId, flags, payload }: Frame): void {
    if (streamId !== 0) throw fault('SETTINGS on a stream');
    this.#liveness.isGreeted = true;
    if ((flags & FLAG.ACK) !== 0) {
      if (payload.length > 0) throw new ConnectionFault(ERROR.FRAME_SIZE_ERROR, 'an acknowledgement with settings');
      return;
    }
    const before = this.#peer.window;
    if (this.#peer.read(payload)) this.sender.tableChanged = true;
    for (const stream of before === this.#peer.window ? [] : this.#streams.values())
      if (!this.sender.grow(stream, this.#peer.window - before)) throw windowTooLarge();
    this.sender.countAnswer();
    this.sender.acknowledgeSettings();
  }

  #takePing({ streamId, flags, payload }: Frame): void {
    if (streamId !== 0) throw fault('PING on a stream');
    if (payload.length !== 8) throw new ConnectionFault(ERROR.FRAME_SIZE_ERROR, 'PING has 8 bytes');
    if ((flags & FLAG.ACK) === 0) {
      this.sender.countAnswer();
      this.sender.ping(FLAG.ACK, payload);
    } else if (this.#liveness.drainingMs !== null && payload.equals(DRAIN_PING)) this.#closeNew();
  }

  /** The peer knows that it should open no more streams. */
  #closeNew(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.sender.goAway(this.#lastStreamId, ERROR.NO_ERROR, 'shutting down');
    if (this.#streams.size === 0) this.#leave();
  }

  #takeWindowUpdate({ streamId, payload }: Frame): void {
    if (payload.length !== 4) throw new ConnectionFault(ERROR.FRAME_SIZE_ERROR, 'WINDOW_UPDATE has 4 bytes');
    const increment = payload.readUInt32BE(0) & MAX_WINDOW;
    if (increment < LEAST_INCREMENT) this.#budgets.useless(this.#liveness.readMs);
    if (streamId === 0) {
      if (increment === 0) throw fault('WINDOW_UPDATE of 0');
      if (!this.sender.grow(null, increment)) throw windowTooLarge();
      return;
    }
    if (streamId > this.#lastStreamId) throw fault('WINDOW_UPDATE of an idle stream');
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return;
    if (increment === 0) return this.#resetStream(streamId, ERROR.PROTOCOL_ERROR);
    if (!this.sender.grow(stream, increment)) this.#resetStream(streamId, ERROR.FLOW_CONTROL_ERROR);
  }

  /** Null: it is closed, and nothing follows from that. */
  #known(streamId: number, what: string): Stream | null {
    const stream = this.#streams.get(streamId);
    if (stream !== undefined) return stream;
    if (this.#resets.has(streamId) || (this.#isClosing && streamId > this.#lastStreamId)) return null;
    if (streamId === 0 || streamId > this.#lastStreamId) throw fault(`${what} of an idle stream`);
    throw new ConnectionFault(ERROR.STREAM_CLOSED, `${what} of a closed stream`);
  }

  /** The peer has caused it: it may not do so without end. */
  #resetStream(streamId: number, code: ErrorCode): void {
    this.#budgets.useless(this.#liveness.readMs);
    this.sender.countAnswer();
    const stream = this.#streams.get(streamId);
    if (stream !== undefined) stream.reset(code);
    else {
      this.sender.reset(streamId, code);
      this.#resets.add(streamId);
    }
  }
}

function fault(message: string): ConnectionFault {
  return new ConnectionFault(ERROR.PROTOCOL_ERROR, message);
}

function windowTooLarge(): ConnectionFault {
  return new ConnectionFault(ERROR.FLOW_CONTROL_ERROR, 'a window that is too large');
}
