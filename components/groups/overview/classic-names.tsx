'use client';

import { Fragment } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { classicNamesOf } from '@/lib/model/classic-names';
import { t } from '@/lib/model/language/t';

/** What Apache RocketMQ and its tools call the retries and the dead letters of a group. */
export function ClassicNames({ group }: { readonly group: string }) {
  return (
    <div className="panel-body col">
      <dl className="facts">
        {classicNamesOf(group).map(({ label, name }) => (
          <Fragment key={name}>
            <dt>{t(label)}</dt>
            <dd className="row">
              <span className="mono">{name}</span>
              <CopyButton text={name} label={t('Copy {name}', { name })} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <p className="small text-2">
        {t(
          `Consumers can subscribe to the dead-letter topic. The retry topic is only a name: failed messages stay in
          their own topic.`,
        )}
      </p>
    </div>
  );
}
