import { BrokerError } from '../../../model/errors';
import { LIMITS } from '../../../model/limits';

export interface ReportFailureInput {
  readonly messageId: string;
  readonly group: string;
  /** The delivery that failed, as the client counts: 1 = the first. */
  readonly attempt: number;
  readonly errorType: string;
  readonly message: string;
  readonly stack?: string | undefined;
  /** What the application says its version is. */
  readonly appVersion?: string | undefined;
  /** Needed only when several topics hold the same message id. */
  readonly topic?: string | undefined;
  /** Of a broadcast group: the client whose delivery failed. Left out, it is found when only one can be meant. */
  readonly clientId?: string | undefined;
  /** How long before the call the delivery failed, on the clock of the client. Left out: not known. */
  readonly agoMs?: number | undefined;
}

/** Column limits of failure_report; errorType, message and stack in characters. */
export const FAILURE_LIMITS = {
  errorType: 200,
  message: 4000,
  stack: 16_000,
  appVersion: 100,
  attempt: LIMITS.maxRetries + 1,
  agoMs: 86_400_000,
  /** Reports of one call. */
  reports: 100,
} as const;

/** The report as it is stored. @param at where it is in the call: "", or "items.3." @throws BrokerError bad-request */
export function checkReport(input: ReportFailureInput, at = ''): ReportFailureInput {
  const errorType = bounded(`${at}errorType`, input.errorType.trim(), FAILURE_LIMITS.errorType);
  if (errorType === '')
    throw new BrokerError('bad-request', `${at}errorType must not be blank.`, {
      field: `${at}errorType`,
      limit: `1 to ${FAILURE_LIMITS.errorType} characters`,
      value: '',
    });
  checkWhole(`${at}attempt`, input.attempt, 1, FAILURE_LIMITS.attempt);
  if (input.agoMs !== undefined) checkWhole(`${at}agoMs`, input.agoMs, 0, FAILURE_LIMITS.agoMs);
  return {
    ...input,
    errorType,
    message: bounded(`${at}message`, input.message, FAILURE_LIMITS.message),
    stack: input.stack === undefined ? undefined : bounded(`${at}stack`, input.stack, FAILURE_LIMITS.stack),
    appVersion: version(`${at}appVersion`, input.appVersion),
    messageId: bounded(`${at}messageId`, input.messageId, LIMITS.messageIdBytes),
    topic: input.topic === undefined ? undefined : clean(input.topic),
    clientId: input.clientId === undefined ? undefined : clean(input.clientId),
  };
}

function checkWhole(field: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new BrokerError('bad-request', `${field} must be a whole number from ${least} to ${most}; it is ${value}.`, {
    field,
    limit: `${least} to ${most}`,
    value,
  });
}

function version(field: string, given: string | undefined): string | undefined {
  const text = given === undefined ? '' : bounded(field, given.trim(), FAILURE_LIMITS.appVersion);
  return text === '' ? undefined : text;
}

/** Code points, as the database counts. */
function bounded(field: string, text: string, limit: number): string {
  if (text.length > limit) {
    const characters = Array.from(text).length;
    if (characters > limit)
      throw new BrokerError('bad-request', `${field} may have at most ${limit} characters; it has ${characters}.`, {
        field,
        limit,
        value: characters,
      });
  }
  return clean(text);
}

/** A NUL cannot be stored and must not cost the report: it is shown as a replacement character. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}
