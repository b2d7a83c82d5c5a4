const STATUS_200 = Buffer.from([0x88]);
/** RFC 7541, 6.3: our table has no entries, whatever the peer allows. */
export const EMPTY_TABLE = Buffer.from([0x20]);

/** A header block without tables, so that it can be made once and sent on every connection. */
export function headerBlock(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(
    fields.map(([name, value]) =>
      name === ':status' && value === '200'
        ? STATUS_200
        : Buffer.concat([Buffer.from([0]), stringOf(name), stringOf(value)]),
    ),
  );
}

function stringOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([integerOf(bytes.length), bytes]);
}

/** With a prefix of seven bits. */
function integerOf(value: number): Buffer {
  if (value < 127) return Buffer.from([value]);
  const bytes = [127];
  let rest = value - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}
