/** What is not shown of a body, and why. */
export interface HiddenPart {
  /** The names of the rules. */
  readonly rules: readonly string[];
  /**
   * `rule`: it says so. `not-json`: it names paths, and the body is not JSON. `not-decoded`: it names paths, and the
   * decoder of the topic cannot read the body. `too-much`: it names paths, and the body has too many levels or values
   * to be read by them. Null: parts alone are hidden.
   */
  readonly whole: 'rule' | 'not-json' | 'not-decoded' | 'too-much' | null;
  /** How many values are hidden. */
  readonly values: number;
}

export function placeholderOf(rule: string): string {
  return `[hidden by rule ${rule}]`;
}

/** A whole body in one sentence. */
export function hiddenWholeWords({ rules, whole }: HiddenPart): string {
  const names = `rule${rules.length === 1 ? '' : 's'} ${rules.join(', ')}`;
  if (whole === 'not-json') return `[hidden by ${names}: not JSON, so all of it is hidden]`;
  if (whole === 'too-much') return `[hidden by ${names}: too large to look for its paths, so all of it is hidden]`;
  return whole === 'not-decoded'
    ? `[hidden by ${names}: its decoder cannot read all of it, so all of it is hidden]`
    : `[hidden by ${names}]`;
}
