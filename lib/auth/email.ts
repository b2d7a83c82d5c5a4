/** Addresses are compared in lower case; what is too long to be one becomes something nobody has. */
export function normalizeEmail(text: string): string {
  const email = text.trim().toLowerCase();
  return Buffer.byteLength(email) > 254 ? '' : email;
}
