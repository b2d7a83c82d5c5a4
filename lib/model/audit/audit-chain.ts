import { createHash } from 'node:crypto';
import { type Told, told } from '../language/t';

/** A place in the audit chain that is written down outside of the database: with it, a change of the past shows. */
export interface AuditPoint {
  readonly position: number;
  /** Hexadecimal. */
  readonly hash: string;
}

interface Link {
  readonly position: number;
  readonly auditId: number;
  readonly previous: Buffer;
  readonly hash: Buffer;
  readonly text: string | null;
}

export interface BrokenLink {
  readonly auditId: number;
  readonly why: Told;
}

export function hashOfLink(previous: Buffer, text: string): Buffer {
  return createHash('sha256').update(previous).update(text, 'utf8').digest();
}

/** Why a link does not follow the one before, or null. The first of a chain has none before, and no row. */
export function whyBroken(before: Pick<Link, 'position' | 'hash'> | null, link: Link): Told | null {
  if (before === null) return link.position === 0 ? null : told('the beginning of the chain was removed');
  if (link.position !== before.position + 1)
    return told('link {position} of the chain was removed', { position: before.position + 1 });
  if (!link.previous.equals(before.hash)) return told('it does not follow from the previous entry');
  if (link.text === null) return told('it was removed from the audit log');
  return hashOfLink(before.hash, link.text).equals(link.hash) ? null : told('it was changed after it was written');
}

/** "412:9f…", as anchors are written. @returns null: it is none */
export function parsePoint(text: string): AuditPoint | null {
  const match = /^(\d{1,15}):([\da-f]{64})$/.exec(text);
  return match === null ? null : { position: Number(match[1]), hash: match[2] ?? '' };
}
