import { inflateRawSync } from 'node:zlib';

const LIST_END = 0x06054b50;

export function isZip(file: Buffer): boolean {
  return file.length > 22 && file.subarray(0, 2).toString('latin1') === 'PK';
}

/** The parts of a ZIP file by name, as text, found by its list of them. */
export function unzipped(file: Buffer): ReadonlyMap<string, string> {
  const end = file.length - 22;
  if (file.readUInt32LE(end) !== LIST_END) throw new Error('not a whole ZIP file');
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, size] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)];
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.subarray(at + 46, at + 46 + nameLength).toString();
    const begin = file.readUInt32LE(at + 42) + 30 + nameLength;
    const content = inflateRawSync(file.subarray(begin, begin + packed));
    if (content.length !== size) throw new Error(`${name} has ${content.length} bytes in place of ${size}`);
    parts.set(name, content.toString());
    at += 46 + nameLength;
  }
  return parts;
}
