/** Who caused a change, as it stands in the audit log. */
export interface Actor {
  readonly kind: 'operator' | 'token' | 'system';
  /** The operator's e-mail address, the API token's name, or the part of the system. */
  readonly name: string;
  readonly address?: string | undefined;
}

export function systemActor(part: string): Actor {
  return { kind: 'system', name: part };
}
