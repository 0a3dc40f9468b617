import { Button } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useWebsite } from '#shared/session.ts';
import { OutagePage } from '#features/outage/outage-page.tsx';
import { PlainPage } from '../plain-page.tsx';
import { shellParts } from '../shell-parts.tsx';
import { StaffFrame } from '../staff-frame.tsx';

/** /alwaysAccess: the outage's own page, without the shell (spec 2). */
export function AlwaysAccessRoute() {
  return (
    <StaffFrame>
      <OutagePage Menu={shellParts.Menu} />
    </StaffFrame>
  );
}

/** /alwaysAccessSuper/:websiteId: the same for a superuser, for the site this device is open for. */
export function AlwaysAccessSuperRoute() {
  const { websiteId } = useParams();
  return (
    <StaffFrame>
      <OfSite websiteId={websiteId ?? ''} />
    </StaffFrame>
  );
}

function OfSite({ websiteId }: { websiteId: string }) {
  const { site, Name } = useWebsite();
  const navigate = useNavigate();
  if (websiteId === site) return <OutagePage Menu={shellParts.Menu} />;
  return (
    <PlainPage
      title="This device is open for another site"
      lead={`It is open for ${Name}. You can switch sites when the server is back.`}
    >
      <Button fullWidth onClick={() => void navigate(`/alwaysAccessSuper/${site}`, { replace: true })}>
        Go to {Name}
      </Button>
    </PlainPage>
  );
}
