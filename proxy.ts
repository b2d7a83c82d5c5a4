import { NextResponse, type NextRequest } from 'next/server';

/**
 * What needs a nonce or the address; all other headers come from the launcher (lib/cli/door). Who may do what is
 * decided by each page, action and route handler, never here.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  // lets the sign-in page lead back to where the visitor wanted to go
  headers.set('x-redrive-path', request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce for its own scripts from the policy of the request
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  if (!request.nextUrl.pathname.startsWith('/_next/')) response.headers.set('cache-control', 'no-store');
  return response;
}

function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    // React's development build evaluates strings for its stack traces
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    // React's development build adds style elements
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    // widths of bars and places of popups are style attributes, which no nonce can cover: they style their own element
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const config = {
  // everything: error pages, API answers and static files carry the headers too
  matcher: '/:path*',
};
