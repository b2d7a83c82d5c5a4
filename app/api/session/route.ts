import { readSessionHere, signInHere } from '@/lib/console/session-route';

export const dynamic = 'force-dynamic';

export const GET = readSessionHere;
export const POST = signInHere;
