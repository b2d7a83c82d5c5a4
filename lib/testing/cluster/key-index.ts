/** Brokers index ids and keys alike, as a hash of "topic#key": what has the same hash is found too. */
export function isIndexedAs(topic: string, key: string, properties: Readonly<Record<string, string>>): boolean {
  const asked = hashOf(`${topic}#${key}`);
  const names = [properties['UNIQ_KEY'] ?? '', ...(properties['KEYS'] ?? '').split(' ')];
  return names.some((name) => name !== '' && hashOf(`${topic}#${name}`) === asked);
}

/** As Java has it of a string. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}
