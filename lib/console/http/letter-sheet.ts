import 'server-only';
import { type Cell, SHEET_FOOT, SHEET_HEAD, SHEET_ROWS, sheetRow, WORKBOOK_PARTS } from '../../model/sheet/sheet';
import { ZipStream } from '../../model/sheet/zip-stream';

/** Bytes of XML in the rows: the ZIP format ends at 4 GB. */
const MOST_BYTES = 3_500_000_000;
/** Without the names and the last line. */
const MOST_ROWS = SHEET_ROWS - 2;

/** A spreadsheet that is written page by page. What has no room in it is counted, and its last row says so. */
export class LetterSheet {
  readonly #zip = new ZipStream();
  readonly #mostBytes: number;
  readonly #mostRows: number;
  #bytes = 0;
  #rows = 0;
  #left = 0;

  constructor({ mostBytes = MOST_BYTES, mostRows = MOST_ROWS } = {}) {
    this.#mostBytes = mostBytes;
    this.#mostRows = mostRows;
  }

  async head(names: readonly string[]): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (const [name, text] of Object.entries(WORKBOOK_PARTS))
      parts.push(this.#zip.open(name), await this.#zip.add(text), await this.#zip.close());
    parts.push(this.#zip.open('xl/worksheets/sheet1.xml'), await this.#zip.add(SHEET_HEAD + sheetRow(names)));
    return Buffer.concat(parts);
  }

  async rows(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
    let text = '';
    for (const row of rows) {
      const xml = this.#left > 0 || this.#rows >= this.#mostRows ? null : sheetRow(row);
      const bytes = xml === null ? 0 : Buffer.byteLength(xml);
      if (xml === null || this.#bytes + bytes > this.#mostBytes) {
        this.#left += 1;
        continue;
      }
      this.#bytes += bytes;
      this.#rows += 1;
      text += xml;
    }
    return await this.#zip.add(text);
  }

  /** @param failure null: everything was read */
  async foot(gone: number, failure: string | null): Promise<Buffer> {
    const full = `${this.#left} more have no room in a spreadsheet: export as CSV or JSON, or narrow the filter`;
    const why = failure ?? (this.#left > 0 ? full : null);
    const last =
      why === null
        ? ['#complete', this.#rows, ...(gone === 0 ? [] : [`${gone} left meanwhile`])]
        : ['#incomplete', this.#rows, why];
    const end = await this.#zip.add(sheetRow(last) + SHEET_FOOT);
    return Buffer.concat([end, await this.#zip.close(), this.#zip.end()]);
  }
}
