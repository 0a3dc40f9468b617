import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/endpoints.ts';
import { NewSiteDrawer } from '#features/sites/new-site-drawer.tsx';
import { call } from '#shared/api.ts';
import { useWebsite } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { DataTable } from '#shared/ui/data-table/data-table.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { Page } from '#shared/ui/page/page.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { chooseSite } from '#session/sign-in.ts';

type Site = ReplyOf<'session.sites'>['sites'][number];

/** Select Site (spec 2): superusers land here after login. */
export function SuperuserRoute() {
  const website = useWebsite();
  const isOnline = useOnline();
  const navigate = useNavigate();
  const [sites, setSites] = useState<Site[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [isMaking, setMaking] = useState(false);

  function load(): void {
    call('session.sites', {})
      .then((reply) => {
        setSites(reply.sites);
        setFailure(null);
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : 'The list could not be loaded.'));
  }
  useEffect(load, [isOnline]);

  async function choose(site: Site): Promise<void> {
    try {
      if (site.site !== website.site) await chooseSite(site.site);
      await navigate('/onDeck');
    } catch (error) {
      toastFailure(error, 'The site could not be opened. You are still in the previous one.');
    }
  }

  const wanted = typed.trim().toLowerCase();
  const shown = (sites ?? []).filter((site) => `${site.name} ${site.site}`.toLowerCase().includes(wanted));
  return (
    <Page
      title="Select Site"
      actions={
        <Button disabled={!isOnline} onClick={() => setMaking(true)}>
          New site
        </Button>
      }
      toolbar={<SearchBox label="Search sites" value={typed} onChange={setTyped} w={320} />}
    >
      <NewSiteDrawer opened={isMaking} onClose={() => setMaking(false)} onMade={load} />
      {!isOnline && (
        <OfflineNote>You must be online to switch sites. You can keep working in {website.Name}.</OfflineNote>
      )}
      {failure !== null && isOnline && (
        <ErrorState title="The sites could not be loaded" onRetry={load}>
          {failure}
        </ErrorState>
      )}
      {sites === null && failure === null && <LoadingSkeleton label="Loading the sites" />}
      {sites !== null && (
        <DataTable
          label="Sites"
          rows={shown}
          rowKey={(site) => site.site}
          onOpen={(site) => void choose(site)}
          selectedKey={website.site}
          columns={[
            { key: 'name', title: 'Site', cell: (site) => site.name },
            { key: 'key', title: 'Key', cell: (site) => site.site, secondary: true },
            {
              key: 'now',
              title: 'Now',
              cell: (site) =>
                site.site === website.site ? (
                  <MeaningBadge meaning="done" quiet>
                    Open here
                  </MeaningBadge>
                ) : null,
            },
          ]}
          empty={<EmptyState title="No site matches">Search by name or key.</EmptyState>}
        />
      )}
    </Page>
  );
}
