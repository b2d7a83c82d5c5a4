import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** First byte of a sealed secret: which key opens it. */
const DATABASE_KEY = 1;
const OUTSIDE_KEY = 2;

/**
 * Secrets of access keys at rest: AES-256-GCM, bound to the id of their key, so that a sealed secret is useless in
 * another row. With the database's own key alone this guards a copy of that table, not a copy of the whole database;
 * with REDRIVE_SECRET_KEY, which is never stored, it guards both. Code that runs here can read them either way.
 */
export class SecretSeal {
  readonly #databaseKey: Buffer;
  readonly #outsideKey: Buffer | null;

  constructor(databaseKey: Buffer, outside: string | undefined) {
    this.#databaseKey = derive(databaseKey, Buffer.alloc(0));
    this.#outsideKey = outside === undefined ? null : derive(databaseKey, Buffer.from(outside));
  }

  seal(accessKeyId: string, secret: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const kind = this.#outsideKey === null ? DATABASE_KEY : OUTSIDE_KEY;
    const cipher = createCipheriv('aes-256-gcm', this.#outsideKey ?? this.#databaseKey, nonce);
    cipher.setAAD(Buffer.from(accessKeyId));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([kind]), nonce, sealed, cipher.getAuthTag()]);
  }

  /** Null when it was sealed with another REDRIVE_SECRET_KEY, or altered. */
  open(accessKeyId: string, sealed: Buffer): string | null {
    const key = sealed[0] === OUTSIDE_KEY ? this.#outsideKey : sealed[0] === DATABASE_KEY ? this.#databaseKey : null;
    if (key === null || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(accessKeyId));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}

function derive(databaseKey: Buffer, outside: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.concat([databaseKey, outside]), '', 'access key secrets', KEY_BYTES));
}
