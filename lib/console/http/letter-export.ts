import 'server-only';
import {
  type BrokerContext,
  type DeadLetterExport,
  type ExportedLetter,
  FILED_FACTS,
  LETTER_FACTS,
} from '../../broker';
import { csvHead, csvLine, type ExportFormat } from '../../model/dead-letter/letter-file';
import { unpackBody } from '../../model/unpack/unpack-body';
import { hiddenWholeWords } from '../../model/masking/words';
import { downloadResponse } from './download';
import { toFailure } from './failure';
import { LetterSheet } from './letter-sheet';
import { type BodyReader, readerOf, shownProperties } from './shown-parts';

/** As its reader may see it. */
interface ShownLetter extends Omit<ExportedLetter, 'body' | 'bodyEncoding'> {
  /** Null: of this installation. */
  readonly workspace: string | null;
  readonly bodyAs: string;
  readonly bodyText: string;
}

const FACTS = FILED_FACTS.map((name) => [LETTER_FACTS[name].file, (row: ShownLetter): unknown => row[name]] as const);

/** For both formats. */
const FIELDS: Readonly<Record<string, (row: ShownLetter) => unknown>> = {
  ...Object.fromEntries(FACTS.slice(0, 1)),
  cluster: (row) => row.workspace,
  ...Object.fromEntries(FACTS),
  properties: (row) => row.properties,
  bodyAs: (row) => row.bodyAs,
  body: (row) => row.bodyText,
};
const NAMES = Object.keys(FIELDS);

interface TextWriter {
  readonly type: string;
  readonly head: string;
  readonly row: (row: ShownLetter, first: boolean) => string;
  /** The last thing in the file: it is all there, or why it is not. */
  readonly foot: (written: number, gone: number) => string;
  readonly failed: (written: number, message: string) => string;
}

const TEXT_WRITERS: Readonly<Record<Exclude<ExportFormat, 'xlsx'>, TextWriter>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: csvHead(NAMES),
    row: (row) => csvLine(toCells(row)),
    foot: (written, gone) => csvLine(['#complete', written, ...(gone === 0 ? [] : [`${gone} left meanwhile`])]),
    failed: (written, message) => csvLine(['#incomplete', written, message]),
  },
  json: {
    type: 'application/json; charset=utf-8',
    head: '{"items":[',
    row: (row, first) =>
      `${first ? '' : ','}\n${JSON.stringify(Object.fromEntries(Object.entries(FIELDS).map(([name, read]) => [name, read(row)])))}`,
    foot: (written, gone) => `\n],"complete":true,"count":${written},"leftMeanwhile":${gone}}\n`,
    failed: (written, message) => `\n],"complete":false,"count":${written},"error":${JSON.stringify({ message })}}\n`,
  },
};

/** One file, from its first to its last byte. */
interface Writer {
  readonly type: string;
  readonly head: () => Promise<Uint8Array>;
  readonly rows: (rows: readonly ShownLetter[], written: number) => Promise<Uint8Array>;
  readonly foot: (written: number, gone: number) => Promise<Uint8Array>;
  readonly failed: (written: number, message: string) => Promise<Uint8Array>;
}

function writerOf(format: ExportFormat): Writer {
  if (format === 'xlsx') {
    const sheet = new LetterSheet();
    return {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      head: () => sheet.head(NAMES),
      rows: (rows) => sheet.rows(rows.map(toCells)),
      foot: (_written, gone) => sheet.foot(gone, null),
      failed: (_written, message) => sheet.foot(0, message),
    };
  }
  const { type, head, row, foot, failed } = TEXT_WRITERS[format];
  const bytes = (text: string) => Promise.resolve(new TextEncoder().encode(text));
  return {
    type,
    head: () => bytes(head),
    rows: (rows, written) => bytes(rows.map((each, at) => row(each, written + at === 0)).join('')),
    foot: (written, gone) => bytes(foot(written, gone)),
    failed: (written, message) => bytes(failed(written, message)),
  };
}

function toCells(row: ShownLetter): (string | number | Date | null)[] {
  return Object.values(FIELDS).map((read) => toCell(read(row)));
}

function toCell(value: unknown): string | number | Date | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Date) return value;
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function toShown(
  { body, bodyEncoding, ...row }: ExportedLetter,
  broker: Pick<BrokerContext, 'masks' | 'workspace'>,
  reader: BodyReader,
): ShownLetter {
  const properties = row.properties === null ? null : shownProperties(broker, row);
  const { body: read, decoding } = reader.shown(row, unpackBody(body, bodyEncoding).bytes);
  const { bytes, hidden } = read;
  const isDecoded = decoding?.kind === 'decoded';
  const isAsStored = hidden === null && !isDecoded;
  const shown = isAsStored ? { body, bodyEncoding } : { body: bytes, bodyEncoding: 'IDENTITY' };
  const { as, text } =
    shown.body === null
      ? { as: 'hidden', text: hidden === null ? '' : hiddenWholeWords(hidden) }
      : bodyOf(shown.body, shown.bodyEncoding);
  return {
    ...row,
    properties,
    workspace: broker.workspace,
    bodyAs: [as, isDecoded ? `decoded by ${decoding.by}` : '', hidden === null || bytes === null ? '' : 'partly hidden']
      .filter((part) => part !== '')
      .join(', '),
    bodyText: text,
  };
}

/** Text as it is; anything else, and what is compressed, as base64. */
function bodyOf(body: Buffer, bodyEncoding: string): { as: string; text: string } {
  if (bodyEncoding === 'IDENTITY') {
    try {
      return { as: 'text', text: utf8.decode(body) };
    } catch {
      return { as: 'base64', text: body.toString('base64') };
    }
  }
  return { as: `base64 of ${bodyEncoding}`, text: body.toString('base64') };
}

/** A small body may be packed: decoded, those of one page may be a thousand times as large. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;

async function* batchesOf(
  broker: Pick<BrokerContext, 'masks' | 'store' | 'workspace'>,
  pages: DeadLetterExport['pages'],
): AsyncGenerator<ShownLetter[]> {
  for await (const page of pages) {
    const reader = await readerOf(broker, page);
    let batch: ShownLetter[] = [];
    let characters = 0;
    for (const row of page) {
      const shown = toShown(row, broker, reader);
      batch.push(shown);
      characters += shown.bodyText.length;
      if (characters < BATCH_CHARACTERS) continue;
      yield batch;
      [batch, characters] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  }
}

/**
 * A file that grows page by page while it is read. It ends with how many letters it has, or with what went wrong and a
 * broken connection: a part cannot be taken for the whole.
 */
export function exportResponse(
  broker: Pick<BrokerContext, 'masks' | 'store' | 'workspace'>,
  { matched, pages }: DeadLetterExport,
  format: ExportFormat,
): Response {
  const writer = writerOf(format);
  const source = batchesOf(broker, pages);
  let written = 0;
  let failure: Error | null = null;
  const stream = new ReadableStream<Uint8Array>(
    {
      start: async (to) => to.enqueue(await writer.head()),
      pull: async (to) => {
        if (failure !== null) return to.error(failure);
        try {
          const next = await source.next();
          if (next.done === true) {
            to.enqueue(await writer.foot(written, Math.max(0, matched - written)));
            return to.close();
          }
          to.enqueue(await writer.rows(next.value, written));
          written += next.value.length;
        } catch (error) {
          const { message } = toFailure(error, '/dead-letters/export');
          failure = new Error('the export is incomplete');
          to.enqueue(await writer.failed(written, message));
        }
      },
      // the reader is gone: no further page is read
      cancel: async () => void (await source.return(undefined)),
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  );
  const file = ['dead-letters', ...(broker.workspace === null ? [] : [broker.workspace])].join('-');
  return downloadResponse(stream, `${file}.${format}`, writer.type);
}
