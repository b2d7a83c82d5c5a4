import { createHash } from 'node:crypto';

import { named, rootCause } from './cause-chain';
import { sentenceOf } from './sentence';
import { isFrame, linesOf, topFrame } from './stack-frames';

/** Of the rules here. Raise it when a rule changes: what older rules have named is named again in the background. */
export const FINGERPRINT_VERSION = 2;

export interface Failure {
  readonly errorType: string;
  readonly message: string;
  readonly stack?: string | null | undefined;
}

export interface Fingerprint {
  /** 16 hexadecimal digits. */
  readonly fingerprint: string;
  readonly errorType: string;
  /** One line without ids, numbers and quoted values; a nested cause follows its arrow. */
  readonly text: string;
  /** Where in the application it was thrown; null: the report does not say. */
  readonly topFrame: string | null;
}

/**
 * What failures of one cause share. An error of the application's own is named by its type and what it says. One of
 * the language (TypeError, KeyError …) says the same in many places: for those the place counts too. A nested cause
 * counts with its type and what it says.
 */
export function fingerprintOf({ errorType: given, message, stack }: Failure): Fingerprint {
  const errorType = given.replaceAll(/[\da-f]{8,}|\d{4,}/gi, '{id}').trim();
  // A message may carry the stack itself.
  const lines = linesOf(
    stack === null || stack === undefined || stack.trim() === '' ? message : `${message}\n${stack}`,
  );
  const firstFrame = lines.findIndex((line) => isFrame(line));
  const said =
    message.trim() === '' ? (named(lines.find((line) => line.trim() !== '') ?? '', [])?.message ?? '') : message;
  const root = rootCause(lines);
  const own = sentenceOf(said, errorType);
  const rooted = root === null ? '' : `${root.errorType} ${sentenceOf(root.message, root.errorType)}`.trim();
  const text = rooted === '' || own.includes(rooted) ? own : `${own} ← ${rooted}`.trim();
  const frame = (root === null ? null : topFrame(root.lines)) ?? (firstFrame === -1 ? null : topFrame(lines));
  const place = isOfLanguage(root === null || root.errorType === '' ? errorType : root.errorType, text)
    ? (frame ?? '')
    : '';
  const fingerprint = createHash('sha256').update([errorType, text, place].join('\u001F')).digest('hex').slice(0, 16);
  return { fingerprint, errorType, text, topFrame: frame };
}

const OF_LANGUAGE = new RegExp(
  '^(?:(?:Type|Reference|Range|Syntax|URI|Eval|Aggregate|Assertion|Key|Index|Attribute|Value|Runtime|ZeroDivision|Name|' +
    'UnboundLocal|Lookup|NotImplemented|Recursion|Unicode\\w*|NoMethod|Argument|Arithmetic|StopIteration)?Error|' +
    '(?:java\\.(?:lang|util)\\.)?(?:NullPointer|IllegalArgument|IllegalState|IndexOutOfBounds|ArrayIndexOutOfBounds|' +
    'StringIndexOutOfBounds|ClassCast|NumberFormat|UnsupportedOperation|ConcurrentModification|NoSuchElement|' +
    'Arithmetic|Runtime)?Exception|(?:System\\.)?(?:NullReference|InvalidOperation|Argument(?:Null|OutOfRange)?|' +
    'InvalidCast|KeyNotFound|Format|IndexOutOfRange|NotSupported|NotImplemented|DivideByZero)?Exception|' +
    'panic|runtime\\.(?:Error|boundsError|errorString|plainError|TypeAssertionError)|\\*?errors\\.errorString|' +
    '\\*?fmt\\.wrapError|kotlin\\.\\w+Exception|(?:java\\.lang\\.)?Error|StandardError|Fatal error)$',
);

/** Not with a code of the system: ECONNRESET is one cause wherever it surfaces. */
function isOfLanguage(errorType: string, text: string): boolean {
  return OF_LANGUAGE.test(errorType) && !/\bE[A-Z]{4,}\b/.test(text);
}
