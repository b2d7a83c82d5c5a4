import { type Field, KIND } from './header-field';

/** The headers of one request, as they are decoded. */
export class RequestHeaders {
  method = '';
  scheme = '';
  authority = '';
  path = '';
  contentLength: number | null = null;
  /** RFC 9113, 8.1.1: the stream is refused. */
  malformed = false;
  readonly #fields: Field[] = [];
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The first value; empty when there is none. */
  get(name: string): string {
    for (const field of this.#fields) if (field.name === name) return field.value;
    return '';
  }

  add(field: Field): void {
    this.#bytes += field.bytes;
    if (this.tooLarge) return;
    if (field.kind === KIND.REGULAR) this.#fields.push(field);
    else this.#addSpecial(field);
  }

  /** More than the limit: the rest was decoded, because the tables need it, and dropped. */
  get tooLarge(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  get excessBytes(): number {
    return Math.max(0, this.#bytes - this.#maxBytes);
  }

  /** What follows the body: may not begin a request. */
  get isTrailer(): boolean {
    return !this.malformed && this.method === '' && this.path === '' && this.scheme === '' && this.authority === '';
  }

  get isRequest(): boolean {
    return !this.malformed && this.method !== '' && this.path !== '' && this.scheme !== '';
  }

  #addSpecial({ value, kind }: Field): void {
    switch (kind) {
      case KIND.METHOD:
        this.#begin(this.method);
        this.method = value;
        break;
      case KIND.SCHEME:
        this.#begin(this.scheme);
        this.scheme = value;
        break;
      case KIND.AUTHORITY:
        this.#begin(this.authority);
        this.authority = value;
        break;
      case KIND.PATH:
        this.#begin(this.path);
        this.path = value;
        break;
      case KIND.TE:
        if (value !== 'trailers') this.malformed = true;
        break;
      case KIND.CONTENT_LENGTH:
        if (/^\d{1,15}$/.test(value)) this.contentLength = Number(value);
        else this.malformed = true;
        break;
      default:
        this.malformed = true;
    }
  }

  /** What begins a request comes once, and before everything else. */
  #begin(earlier: string): void {
    if (earlier !== '' || this.#fields.length > 0) this.malformed = true;
  }
}
