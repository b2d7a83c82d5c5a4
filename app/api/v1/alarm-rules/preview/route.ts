import { previewAlarmRuleRoute } from '@/lib/console/api/alarm-rules';

export const POST = previewAlarmRuleRoute.handle;
