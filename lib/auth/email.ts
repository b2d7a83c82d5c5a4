/** Addresses are compared in lower case; text that cannot be an address becomes a value that no account has. */
export function normalizeEmail(text: string): string {
  const email = text.trim().toLowerCase();
  return Buffer.byteLength(email) > 254 || /[\p{Cc}\p{Cs}]/u.test(email) ? '' : email;
}
