import { getMessageRoute } from '@/lib/console/api/messages';

export const GET = getMessageRoute.handle;
