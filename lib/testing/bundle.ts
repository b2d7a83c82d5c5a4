/** The path of this program as one file (lib/cli/bundle.mjs). @param entry its path from the root of the project */
export async function bundle(entry: string): Promise<string> {
  const made = (await import(new URL('../cli/bundle.mjs', import.meta.url).href)) as { readonly bundle: typeof bundle };
  return await made.bundle(entry);
}
