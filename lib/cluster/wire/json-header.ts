import { type CommandHeader, type Fields, FrameError } from './frame';
import { isRecord, type Loose, parseLooseJson } from './loose-json';

export function encodeJsonHeader({ code, language, version, opaque, flag, remark, fields }: CommandHeader): Buffer {
  const isEmpty = Object.keys(fields).length === 0;
  return Buffer.from(
    JSON.stringify({
      ...{ code, flag, language, opaque, serializeTypeCurrentRPC: 'JSON', version },
      ...(remark !== null && { remark }),
      ...(!isEmpty && { extFields: fields }),
    }),
  );
}

/** @throws FrameError */
export function decodeJsonHeader(bytes: Buffer): CommandHeader {
  const header = parse(bytes);
  if (!isRecord(header)) throw new FrameError('a header that is no object');
  return {
    code: number(header, 'code'),
    language: typeof header.language === 'string' ? header.language : 'OTHER',
    version: typeof header.version === 'number' ? header.version : 0,
    opaque: number(header, 'opaque'),
    flag: number(header, 'flag'),
    remark: typeof header.remark === 'string' ? header.remark : null,
    fields: readFields(header.extFields),
  };
}

function parse(bytes: Buffer): Loose {
  try {
    return parseLooseJson(bytes.toString('utf8'));
  } catch (error) {
    throw new FrameError('a header that is no JSON', { cause: error });
  }
}

function number(header: Readonly<Record<string, Loose>>, name: string): number {
  const value = header[name];
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new FrameError(`a header without ${name}`);
}

/** Fields without a value are left out by some brokers and null in others. */
function readFields(value: Loose | undefined): Fields {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw new FrameError('extFields of a header are no object');
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      field === null ? [] : [[name, typeof field === 'string' ? field : JSON.stringify(field)]],
    ),
  );
}
