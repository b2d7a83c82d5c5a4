import { isFrame } from './stack-frames';

export interface ChainedError {
  readonly errorType: string;
  readonly message: string;
  /** Its part of the stack. */
  readonly lines: readonly string[];
}

const JAVA_OR_NODE = /^\s*(?:\[?(?:cause|Caused by|caused by)\]?):\s*(.*)$/;
const CSHARP = /^\s*(?:.*\s)?--->\s*(.+)$/;
const PYTHON = /^(?:The above exception was the direct cause|During handling of the above exception)/;

/**
 * The error at the bottom of the chain, when the stack names one: "Caused by", `[cause]`, "--->", or what Python had
 * caught. Null: the error has no other cause.
 */
export function rootCause(lines: readonly string[]): ChainedError | null {
  const python = lines.findIndex((line) => PYTHON.test(line));
  if (python !== -1) {
    const part = lines.slice(0, python);
    return named(lastOf(part, (line) => /^[A-Za-z_][\w.]*(?::|$)/.test(line)) ?? '', part);
  }
  let root: ChainedError | null = null;
  for (const [index, line] of lines.entries()) {
    if (/^\s*Suppressed:/.test(line)) break;
    const found = JAVA_OR_NODE.exec(line) ?? (line.includes('--->') ? CSHARP.exec(line) : null);
    if (found === null || (found[1] ?? '').trim() === '') continue;
    root = named(found[1] ?? '', lines.slice(index + 1)) ?? root;
  }
  return root;
}

/** "TypeError: x is undefined". Null: it names no type. */
export function named(text: string, lines: readonly string[]): ChainedError | null {
  const match =
    /^(?:Uncaught )?([A-Za-z_$][\w$.]*(?:Error|Exception|Timeout|Failure|Fault|[A-Za-z_$]))(?: \[\w+\])?(?:: ?(.*)|\s*(?:\{|$))/.exec(
      text.trim(),
    );
  if (match === null) return text.trim() === '' ? null : { errorType: '', message: text.trim(), lines };
  return { errorType: match[1] ?? '', message: match[2] ?? '', lines };
}

export function lastOf(lines: readonly string[], is: (line: string) => boolean): string | undefined {
  return lines.findLast((line) => is(line) && !isFrame(line));
}
