/** The XML of a spreadsheet with one sheet (Office Open XML, ECMA-376) for a table of texts and numbers. */

/** Limits of Excel. */
export const SHEET_ROWS = 1_048_576;
export const CELL_CHARS = 32_767;

export type Cell = string | number | Date | null;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOC = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the sheet, which is the last part: `xl/worksheets/sheet1.xml`. */
export const WORKBOOK_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${DOC}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOC}">` +
    '<sheets><sheet name="Dead letters" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${DOC}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${DOC}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is text that stays text when its cell is edited.
  'xl/styles.xml':
    `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs></styleSheet>',
};

/** The first row stays in sight. */
export const SHEET_HEAD =
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
export const SHEET_FOOT = '</sheetData></worksheet>';

export function sheetRow(cells: readonly Cell[]): string {
  return `<row>${cells.map(sheetCell).join('')}</row>`;
}

/** No cell is a formula: a text that looks like one is stored as text. */
function sheetCell(value: Cell): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'number' && Number.isFinite(value)) return `<c><v>${value}</v></c>`;
  const text = value instanceof Date ? value.toISOString() : String(value);
  return `<c t="inlineStr" s="1"><is><t xml:space="preserve">${xmlText(capped(text))}</t></is></c>`;
}

/** A longer text makes Excel refuse the file. What is cut is said in the cell. */
function capped(text: string): string {
  if (text.length <= CELL_CHARS) return text;
  const says = ` … [cut: this cell has ${text.length} characters; CSV and JSON have all]`;
  return `${text.slice(0, CELL_CHARS - says.length)}${says}`;
}

/** Half of a pair of UTF-16, which is no character. */
const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Characters that XML lacks, and "_" where a reader would take what follows it for one of them: also when its end is
 * the mark of one.
 */
// oxlint-disable-next-line no-control-regex -- these are what XML lacks
const MARKED = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}[_\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF])/g;

/** Characters that XML lacks are written as Excel does (_x0000_), and so is a text that looks like that. */
function xmlText(text: string): string {
  return text
    .replaceAll(LONE, '\uFFFD')
    .replaceAll(MARKED, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
