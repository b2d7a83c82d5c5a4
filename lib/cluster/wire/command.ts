import { decodeBinaryHeader } from './binary-header';
import { type CommandHeader, encodeFrame, type Frame, FrameError, HEADER_TYPE } from './frame';
import { decodeJsonHeader, encodeJsonHeader } from './json-header';

/** Bits of `flag`. */
export const FLAG = { response: 1, oneWay: 2 } as const;

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
