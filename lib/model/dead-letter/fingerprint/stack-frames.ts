/** A place in a stack, without line and column: those move with every release. */
export interface Frame {
  readonly name: string;
  readonly library: boolean;
}

const MAX_LINES = 400;
const MAX_LENGTH = 400;

export function linesOf(stack: string): string[] {
  return stack
    .slice(0, 64_000)
    .split(/\r?\n/, MAX_LINES)
    .map((line) => line.slice(0, MAX_LENGTH));
}

const PYTHON_FRAME = /^\s*File "([^"]+)", line \d+(?:, in (\S+))?/;

/**
 * The innermost place of the application's own; null: none, or no stack of a language that is known. Reads no further
 * than that: most stacks begin with it. Python's has the innermost place last.
 */
export function topFrame(lines: readonly string[]): string | null {
  const innermostLast = lines.some((line) => PYTHON_FRAME.test(line));
  const step = innermostLast ? -1 : 1;
  for (let index = innermostLast ? lines.length - 1 : 0; index >= 0 && index < lines.length; index += step) {
    const frame = frameAt(lines[index] ?? '', lines[index + 1] ?? '');
    if (frame !== null && !frame.library) return frame.name;
  }
  return null;
}

function frameAt(line: string, next: string): Frame | null {
  const python = PYTHON_FRAME.exec(line);
  return python === null ? readFrame(line, next) : frameOf(python[2] ?? '', python[1] ?? '', PYTHON_LIBRARY);
}

export function isFrame(line: string): boolean {
  return (
    /^\s*at [^\s]/.test(line) ||
    /^\s*File "[^"]+", line \d+/.test(line) ||
    /^\s+\.\.\. \d+ (?:more|common frames)/.test(line) ||
    /^goroutine \d+ \[/.test(line) ||
    /^#\d+ /.test(line) ||
    /^\s*(?:from )?\S+\.rb:\d+:in /.test(line) ||
    line.startsWith('Traceback (most recent call last)')
  );
}

const JS_LIBRARY = /(?:^|[/\\])node_modules[/\\]|^node:|^internal\/|^native$|^<anonymous>$|^(?:ext|deno|bun):|^wasm:/;
const PYTHON_LIBRARY = /(?:site|dist)-packages|[/\\]lib[/\\]python\d|^<|[/\\]lib[/\\](?:asyncio|threading|concurrent)/;
const GO_LIBRARY = /\/go\/src\/|\/usr\/(?:local|lib)\/go|\/pkg\/mod\/|\/vendor\/|^runtime\/|\/libexec\/src\//;
const JAVA_LIBRARY = new RegExp(
  '^(?:javax?|jakarta|jdk|sun|com\\.sun|kotlinx?|scala|groovy|clojure|org\\.(?:springframework|apache|hibernate|junit|' +
    'postgresql|slf4j|eclipse|jboss|codehaus|aspectj|mockito|redisson|mongodb|bson|elasticsearch|reactivestreams)|' +
    'io\\.(?:netty|grpc|micrometer|vertx|reactivex|lettuce|micronaut|quarkus|smallrye|opentelemetry|r2dbc|ktor|undertow)|' +
    'reactor|rx|akka|feign|retrofit2|okhttp3|okio|lombok|ch\\.qos|com\\.(?:fasterxml|zaxxer|mysql|google\\.(?:common|' +
    'protobuf|gson|inject)|amazonaws|mongodb|netflix|rabbitmq|github\\.benmanes|squareup)|software\\.amazon|redis\\.clients|' +
    'net\\.(?:bytebuddy|sf|devh)|cglib)\\.',
);
const CSHARP_LIBRARY =
  /^(?:System|Microsoft|Npgsql|Newtonsoft|MassTransit|Grpc|Polly|Azure|Amazon|StackExchange|MediatR|AutoMapper|Dapper)\./;
const RUST_LIBRARY = /^(?:std|core|alloc|tokio|hyper|futures|rust_|__rust|<(?:std|core|alloc|tokio|hyper|futures))/;

function readFrame(line: string, next: string): Frame | null {
  const at = /^\s*at (?:async )?(.+?)(?: \{)?$/.exec(line)?.[1]?.trim();
  if (at !== undefined) return readAt(at);
  const ruby = /^\s*(?:from )?(\S+\.rb):\d+:in [`'"]([^'"]+)['"]/.exec(line);
  if (ruby !== null) return frameOf(ruby[2] ?? '', ruby[1] ?? '', /[/\\]gems[/\\]|[/\\]lib[/\\]ruby[/\\]/);
  const php = /^#\d+ (\S+\.php)\(\d+\): ([^(]+)\(/.exec(line);
  if (php !== null) return frameOf(php[2] ?? '', php[1] ?? '', /[/\\]vendor[/\\]/);
  const rust = /^\s*\d+: (?:0x[\da-f]+ - )?([\w<>:{} ]+?)(?:::h[\da-f]{16})?$/.exec(line);
  if (rust !== null) return frameOf(rust[1] ?? '', '', RUST_LIBRARY, rust[1]);
  const file = /^\s+(\S+\.go):\d+/.exec(next)?.[1];
  const go = file === undefined ? null : /^([\w./*()·-]+?)\((?:[^)]*)\)$/.exec(line.trim());
  if (go !== null && file !== undefined && !line.startsWith('created by')) {
    const name = (go[1] ?? '').replace(/^.*\//, '');
    return { name: tidy(name), library: GO_LIBRARY.test(file) || /^(?:runtime|panic)\b/.test(name) };
  }
  return null;
}

function readAt(at: string): Frame | null {
  const java =
    /^(?:[\w.@-]*\/{1,2})?([\w.$<>]+)\((?:[\w$-]+\.(?:java|kt|scala|groovy|clj)(?::\d+)?|Native Method|Unknown Source|<generated>)\)/.exec(
      at,
    );
  if (java !== null) {
    const name = (java[1] ?? '').replace(/\$\$(?:Enhancer|FastClass|SpringCGLIB|Lambda)[\w$]*/g, '');
    return { name: tidy(name), library: JAVA_LIBRARY.test(name) || /<generated>/.test(at) };
  }
  const js = /^(?:(.*?) )?\(?((?:file:\/\/|node:|webpack-internal:\/\/|https?:\/\/)?[^()]*?):\d+(?::\d+)?\)?$/.exec(at);
  if (js !== null && !/ in .+:line \d+$/.test(at)) return frameOf(js[1] ?? '', js[2] ?? '', JS_LIBRARY);
  const native = /^(.*?) \((native|<anonymous>|index \d+)\)$/.exec(at);
  if (native !== null) return frameOf(native[1] ?? '', native[2] ?? '', /^/);
  const csharp = /^([\w.`<>|+$[\],]+)\(/.exec(at);
  if (csharp !== null) {
    const name = (csharp[1] ?? '').replace(/\.?<(\w+)>[bd]__[\d_]+(?:\.MoveNext)?/, '.$1');
    return { name: tidy(name), library: CSHARP_LIBRARY.test(name) };
  }
  return null;
}

function frameOf(fn: string, file: string, library: RegExp, tested = file): Frame {
  const name = fn
    .replace(/^(?:async |new )+/, '')
    .replace(/ \[as [^\]]*\]$/, '')
    .replace(/^(?:Object|Module|Function|global)\./, '');
  const base = file.replace(/\?.*$/, '').split(/[/\\]/).at(-1) ?? '';
  return { name: tidy([name, base].filter((part) => part !== '').join(' ')), library: library.test(tested) };
}

/** Without what a compiler counts: lambdas, closures, hashes of a bundle. */
function tidy(name: string): string {
  return name
    .replaceAll(/(?:lambda\$|func|closure|__)\d*/g, (word) => word.replaceAll(/\d/g, ''))
    .replaceAll(/[-.][\da-f]{8,}(?=\.)/g, '')
    .replaceAll(/\$\d+/g, '')
    .replaceAll(/\d+$/g, '')
    .slice(0, 200);
}
