import { recallRedriveRoute } from '@/lib/console/api/redrives';

export const POST = recallRedriveRoute.handle;
