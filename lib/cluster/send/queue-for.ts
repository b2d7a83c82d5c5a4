/** Messages of one key go to one queue, in their order. Pure. */
export function queueFor(key: string, queues: number): number {
  let hash = 0;
  for (const character of key) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % queues;
}
