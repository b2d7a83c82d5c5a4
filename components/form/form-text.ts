/** What was typed into this field; empty for a file, which none of our forms takes. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
