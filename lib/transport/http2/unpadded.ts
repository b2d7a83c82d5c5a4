import { ConnectionFault, ERROR, FLAG } from './frames';
import type { Frame } from './frame-reader';

/** The payload without its padding and without so many bytes before it. @throws ConnectionFault */
export function unpadded({ flags, payload }: Frame, skip: number): Buffer {
  const isPadded = (flags & FLAG.PADDED) !== 0;
  if (!isPadded && skip === 0) return payload;
  const padding = isPadded ? (payload[0] ?? 0) : 0;
  const start = (isPadded ? 1 : 0) + skip;
  const end = payload.length - padding;
  if (start > end) throw new ConnectionFault(ERROR.PROTOCOL_ERROR, 'more padding than payload');
  return payload.subarray(start, end);
}
