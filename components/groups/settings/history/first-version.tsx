import { Fragment } from 'react';
import { scheduleOf } from '@/components/groups/schedule.model';
import { ScheduleChart } from '@/components/groups/settings/schedule-chart';
import { Time } from '@/components/ui/time';
import type { VersionView } from '@/lib/console/operations/groups/views';
import { GROUP_FIELDS, groupFieldsOf, settingWords } from '@/lib/model/group/group-settings';
import type { EngineKind } from '@/lib/model/workspace';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface FirstVersionProps {
  readonly version: VersionView;
  readonly inUse: boolean;
  readonly engine: EngineKind;
}

/** There is nothing before it to compare with: what it says. */
export function FirstVersion({ version: { version, settings, actor, at }, inUse, engine }: FirstVersionProps) {
  const broadcast = settings.messageModel === 'broadcasting';
  const shown = groupFieldsOf(settings, engine);
  return (
    <>
      <section className="panel">
        <header>
          <h2>{inUse ? t('v{version, number}, in use', { version }) : t('v{version, number}', { version })}</h2>
          <span className="small text-3">
            <Said of={pieces('{name}, {time}', { name: actor, time: <Time at={at} style="day-clock" /> })} />
          </span>
        </header>
        <div className="panel-body">
          <dl className="facts">
            {shown.map((field) => (
              <Fragment key={field}>
                <dt>{t(GROUP_FIELDS[field].label)}</dt>
                <dd>{settingWords(field, settings[field])}</dd>
              </Fragment>
            ))}
          </dl>
        </div>
        <footer className="small text-2">
          {t('This is the first version. The next version is compared with it.')}
        </footer>
      </section>
      {broadcast ? null : (
        <ScheduleChart
          strips={[
            {
              name: `v${version}`,
              proposed: false,
              schedule: scheduleOf(settings.retryPolicy, settings.maxRetries),
            },
          ]}
        />
      )}
    </>
  );
}
