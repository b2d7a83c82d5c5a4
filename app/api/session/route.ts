import { readSessionHere, signInHere } from '@/lib/console/api/session';

export const dynamic = 'force-dynamic';

export const GET = readSessionHere;
export const POST = signInHere;
