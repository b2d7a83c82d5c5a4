import { BrokerError } from '../errors';
import { inEnglish } from '../language/speech';
import { t, type Told, tell, told } from '../language/t';

/** Where people open the trace of a message. */
export interface TraceLink {
  /** An address with `{traceId}` in it; empty: there is no link. */
  readonly template: string;
}

export const DEFAULT_TRACE_LINK: TraceLink = { template: '' };
export const TRACE_PLACEHOLDER = '{traceId}';
const MAX_CHARS = 2000;

/** Null: it may be saved; else what is wrong with it. */
function problemOfTemplate(template: string): Told | null {
  if (template === '') return null;
  if (template.length > MAX_CHARS) return told('at most {most} characters', { most: MAX_CHARS });
  if (template.split(TRACE_PLACEHOLDER).length !== 2)
    return told('{placeholder} exactly once', { placeholder: TRACE_PLACEHOLDER });
  const [before = ''] = template.split(TRACE_PLACEHOLDER);
  const example = urlOf(template, '0'.repeat(32));
  if (example === null) return told('a URL that begins with https:// or http://');
  // In the name of the host a trace would decide where people are led.
  if (!/^https?:\/\/[^/?#]+[/?#]/i.test(before))
    return told('{placeholder} after the host name', { placeholder: TRACE_PLACEHOLDER });
  return example.username === '' && example.password === '' ? null : told('no user name or password');
}

/** What is typed, as it may be saved; the problem says why it may not. */
export function readTraceLink(typed: TraceLink): {
  readonly settings: TraceLink | null;
  readonly problems: { readonly template?: string };
} {
  const template = typed.template.trim();
  const limit = problemOfTemplate(template);
  if (limit === null) return { settings: { template }, problems: {} };
  return { settings: null, problems: { template: t('Required: {limit}.', { limit: tell(limit) }) } };
}

/** @throws BrokerError bad-request */
export function checkTraceLink({ template }: TraceLink): void {
  const limit = problemOfTemplate(template);
  if (limit === null) return;
  throw new BrokerError('bad-request', told('template must have {limit}.', { limit }), {
    field: 'template',
    limit: inEnglish(() => tell(limit)),
    value: template.slice(0, 200),
  });
}

/** @param traceId 32 hexadecimal digits @returns null: there is no link */
export function traceUrl({ template }: TraceLink, traceId: string): string | null {
  if (problemOfTemplate(template) !== null || template === '') return null;
  return urlOf(template, traceId)?.href ?? null;
}

function urlOf(template: string, traceId: string): URL | null {
  const text = template.replace(TRACE_PLACEHOLDER, traceId);
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}
