import { useEffect } from 'react';
import type { SettingPage } from '#contract/settings/setting.ts';
import { settingKeys, settings, settingsFrom, type SettingKey } from '#contract/settings/settings.ts';
import { useCurrentUser, useMay, useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import part from '#shared/ui/part/part.module.css';
import { AllowedAddresses } from './allowed-addresses.tsx';
import { ClinicLists } from './clinic-lists.tsx';
import { ClosedPeriod } from './closed-period.tsx';
import { refreshWebsite, saveSetting } from './save-setting.ts';
import { SettingRow } from './setting-row.tsx';
import classes from './settings.module.css';

/** The settings of the site; those for superusers stand here too, for superusers. */
export function SettingsScreen() {
  const { SuperUser } = useCurrentUser();
  const { pusher_key } = useWebsite();
  const mayClose = useMay('access billing');
  const isOnline = useOnline();
  return (
    <div className={classes.screen}>
      <Offline isOnline={isOnline} />
      <SettingGroups pages={SuperUser ? ['company', 'superuser'] : ['company']} />
      <AllowedAddresses />
      {mayClose && <ClosedPeriod />}
      <ClinicLists />
      {SuperUser && (
        <section aria-labelledby="real-time">
          <h2 id="real-time" className={part.heading}>
            Real-time connection
          </h2>
          <p className={classes.help}>
            Browsers connect with the key <code className={classes.code}>{pusher_key}</code>. The server creates it. You
            can’t change it here.
          </p>
        </section>
      )}
    </div>
  );
}

/** The plus page (spec 2): what belongs to the plus tier alone. */
export function PlusSettingsScreen() {
  return (
    <div className={classes.screen}>
      <Offline isOnline={useOnline()} />
      <SettingGroups pages={['plus']} />
    </div>
  );
}

function Offline({ isOnline }: { isOnline: boolean }) {
  return isOnline ? null : (
    <p>
      <OfflineNote>You are offline. You see the settings from the last sync.</OfflineNote>
    </p>
  );
}

function SettingGroups({ pages }: { pages: readonly SettingPage[] }) {
  const website = useWebsite();
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) void refreshWebsite().catch(() => undefined);
  }, [isOnline]);
  const values = settingsFrom(website);
  const keys = settingKeys.filter((key) => pages.includes(settings[key].page) && !settings[key].isUnread);
  return [...Map.groupBy(keys, (key) => settings[key].group)].map(([group, of]) => (
    <section key={group} aria-label={group}>
      <h2 className={part.heading}>{group}</h2>
      <ul className={part.list}>
        {of.map((key: SettingKey) => (
          <SettingRow
            key={key}
            name={key}
            value={values[key]}
            disabled={!isOnline}
            onSave={(value) => saveSetting(website, key, value)}
          />
        ))}
      </ul>
    </section>
  ));
}
