import { useLocation } from 'react-router';
import { PreferencesPart } from '#features/messages/preferences-part.tsx';
import { PlainPage } from '../plain-page.tsx';
import { LinkedPage } from './public/linked-page.tsx';

/** /notificationSettings (spec 2). The token is the fragment of the address: no server and no log sees that part. */
export function NotificationSettingsRoute() {
  const token = useLocation().hash.slice(1);
  return (
    <LinkedPage token={token}>
      {(page, onPage) => (
        <PlainPage
          title="Messages about your visits"
          lead={`Hello ${page.name}, choose which messages you get from ${page.clinic}.`}
        >
          <PreferencesPart page={page} token={token} onPage={onPage} />
        </PlainPage>
      )}
    </LinkedPage>
  );
}
