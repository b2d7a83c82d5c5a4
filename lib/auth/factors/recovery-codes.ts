import { randomInt } from 'node:crypto';
import type { Metadata } from '../../store/metadata';
import { hashSecret } from '../secret-token';

const CODES = 10;
/** 120 bits: their SHA-256 does not tell what they were. Without letters that look like others. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';
const GROUPS = 6;
const LETTERS_OF_A_GROUP = 4;

/** New ones; those of before stop working. @returns what is shown to the person once */
export async function replaceRecoveryCodes(db: Metadata, operatorId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, createCode);
  await db.recoveryCode.deleteMany({ where: { operatorId } });
  await db.recoveryCode.createMany({ data: codes.map((code) => ({ operatorId, codeHash: hashOf(code) })) });
  return codes;
}

/** True: it was one of theirs and not used before; now it is. Of two at once, one gets it. */
export async function spendRecoveryCode(db: Metadata, operatorId: number, code: string, now: Date): Promise<boolean> {
  const where = { operatorId, codeHash: hashOf(code), usedAt: null };
  const { count } = await db.recoveryCode.updateMany({ where, data: { usedAt: now } });
  return count === 1;
}

function createCode(): string {
  const group = () => Array.from({ length: LETTERS_OF_A_GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** However it was typed: capitals, spaces and dashes do not matter. */
function hashOf(code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hashSecret(code.toLowerCase().replaceAll(/[^a-z\d]/g, '')));
}
