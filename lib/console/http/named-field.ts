/** A field as a sentence names it: in quotation marks when its name could not be read otherwise. */
export function namedField(field: string): string {
  return field === '' || field.trim() !== field ? `“${field}”` : field;
}
