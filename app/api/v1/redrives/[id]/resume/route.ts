import { resumeRedriveRoute } from '@/lib/console/api/redrives';

export const POST = resumeRedriveRoute.handle;
