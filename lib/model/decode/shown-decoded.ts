import { hideInBody, type ShownBody } from '../masking/hide';
import { hidesBody, type MaskingRule } from '../masking/rule';
import type { HiddenPart } from '../masking/words';
import type { Decoding } from './decoder';

export interface ReadableBody {
  /** The body as it reads: decoded where its topic has a decoder that can read it. */
  readonly body: ShownBody;
  /** As applications get it. Null: rules read the decoded body, and these bytes would show what they hide. */
  readonly original: Buffer | null;
  /** Null: its topic has no decoder. */
  readonly decoding: Decoding | null;
}

/**
 * What rules leave of a body that may be decoded. Rules read what is decoded: their paths name its fields. Where the
 * decoder cannot read a body, all of it is hidden. Pure.
 */
export function hideInDecoded(bytes: Buffer, decoding: Decoding | null, rules: readonly MaskingRule[]): ReadableBody {
  const hiding = rules.filter(hidesBody);
  if (decoding === null) {
    const body = hideInBody(bytes, rules);
    return { body, original: body.bytes, decoding };
  }
  if (decoding.kind === 'decoded') {
    const body = hideInBody(decoding.bytes, rules);
    return { body, original: hiding.length === 0 ? bytes : null, decoding };
  }
  if (hiding.length === 0) return { body: { bytes, hidden: null }, original: bytes, decoding };
  const whole = hiding.some(({ wholeBody }) => wholeBody) ? 'rule' : 'not-decoded';
  const hidden: HiddenPart = { rules: hiding.map(({ name }) => name), whole, values: 1 };
  return { body: { bytes: null, hidden }, original: null, decoding };
}
