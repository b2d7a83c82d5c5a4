export const MOST_FIRST_BYTES: number;
export function firstJavaScript(next?: string): { readonly page: string; readonly bytes: number }[];
