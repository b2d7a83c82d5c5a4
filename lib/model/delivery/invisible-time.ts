import { BrokerError } from '../errors';
import { LIMITS } from '../limits';

/**
 * Begins with the words of the original, which applications look for.
 * @throws BrokerError illegal-invisible-time
 */
export function checkInvisibleMs(invisibleMs: number, minMs: number): void {
  const maxMs = LIMITS.maxInvisibleMs;
  if (Number.isInteger(invisibleMs) && invisibleMs >= minMs && invisibleMs <= maxMs) return;
  const size = invisibleMs > maxMs ? 'large' : 'small';
  throw new BrokerError(
    'illegal-invisible-time',
    `the invisibleTime is too ${size}: invisibleDuration must be ${minMs} ms to ${maxMs} ms; it is ${invisibleMs} ms.`,
    { field: 'invisibleDuration', limit: `${minMs} ms to ${maxMs} ms`, value: invisibleMs },
  );
}
