const BETWEEN = '\u0002';
const AFTER_NAME = '\u0001';

/** Properties of a message in one text. A part without a name or a value is none, as brokers read it. */
export function parseProperties(text: string): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const part of text.split(BETWEEN)) {
    const end = part.indexOf(AFTER_NAME);
    if (end <= 0) continue;
    const value = part.slice(end + 1);
    // An ordinary assignment of __proto__ would change the object.
    Object.defineProperty(properties, part.slice(0, end), {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return properties;
}

export function writeProperties(properties: Readonly<Record<string, string>>): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}${AFTER_NAME}${value}${BETWEEN}`)
    .join('');
}
