import { decodeBinaryHeader } from './binary-header';
import { encodeFrame, type Frame, FrameError, HEADER_TYPE } from './frame';
import { decodeJsonHeader, encodeJsonHeader } from './json-header';

export type Fields = Readonly<Record<string, string>>;

/** Bits of `flag`. */
export const FLAG = { response: 1, oneWay: 2 } as const;

/** The header of a request or an answer: both have the same. */
export interface CommandHeader {
  readonly code: number;
  readonly language: string;
  readonly version: number;
  /** Made by the asker; the answer has the same. */
  readonly opaque: number;
  readonly flag: number;
  readonly remark: string | null;
  readonly fields: Fields;
}

export interface Command extends CommandHeader {
  readonly body: Buffer;
}

/** Of 5.3.3. Below 399, brokers answer in old forms. */
export const OUR_VERSION = 479;
export const OUR_LANGUAGE = 'OTHER';

export function encodeCommand({ body, ...header }: Command): Buffer {
  return encodeFrame({ headerType: HEADER_TYPE.json, header: encodeJsonHeader(header), body });
}

/** @throws FrameError when the header cannot be read */
export function decodeCommand({ headerType, header, body }: Frame): Command {
  switch (headerType) {
    case HEADER_TYPE.json:
      return { ...decodeJsonHeader(header), body };
    case HEADER_TYPE.binary:
      return { ...decodeBinaryHeader(header), body };
    default:
      throw new FrameError(`a header of an unknown type ${headerType}`);
  }
}
