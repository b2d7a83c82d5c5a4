import { LIMIT_KIND_NAMES, type LimitKind, LIMIT_SCOPES, type LimitScope } from './limit-kind';

export interface LimitKey {
  readonly kind: LimitKind;
  readonly scope: LimitScope;
  readonly subject: string;
}

/** Reads what `limitName` wrote; null: not the name of a limit that operators set. */
export function parseLimitName(name: string): LimitKey | null {
  const match = /^(\S+) of (?:the (broker)|(\S+) (.+))$/.exec(name);
  const kind = LIMIT_KIND_NAMES.find((each) => each === match?.[1]);
  const scope = LIMIT_SCOPES.find((each) => each === (match?.[2] ?? match?.[3]));
  return kind === undefined || scope === undefined ? null : { kind, scope, subject: match?.[4] ?? '' };
}
