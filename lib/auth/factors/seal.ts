/** Encrypts what must be read again, bound to the row that it is for. */
export interface Seal {
  seal(id: string, secret: string): Buffer;
  /** Null: sealed with another REDRIVE_SECRET_KEY, or altered. */
  open(id: string, sealed: Buffer): string | null;
}
