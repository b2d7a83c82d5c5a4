import { createHash } from 'node:crypto';

/** Tables of so many brokers, of each kind. */
const MOST_KEPT = 64;

/**
 * Brokers send a whole table each time, and mostly the same one: it is read again only when its bytes are others, so
 * that who compares two readings need not look into them.
 */
export function readOnce<T>(read: (body: Buffer) => T): (body: Buffer) => T {
  const kept = new Map<string, T>();
  return (body) => {
    const key = createHash('sha256').update(body).digest('base64');
    const found = kept.get(key);
    const value = found ?? read(body);
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
