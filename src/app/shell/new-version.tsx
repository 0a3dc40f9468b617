import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { Button } from '@mantine/core';
import { useOnline } from '#shared/sync-state.ts';
import { useHasUnsaved } from '#shared/unsaved.ts';
import { takeNewVersion } from '#session/update.ts';
import { Banner } from '#shared/ui/banner/banner.tsx';

/**
 * A new version is taken by a reload, and never under what somebody types. One that keeps things in another way fetches
 * the clinic anew: who takes it without the network is told so.
 */
export function NewVersion() {
  const hasUnsaved = useHasUnsaved();
  const isOnline = useOnline();
  return (
    <Banner look="version" icon={<IconRefresh size={16} stroke={1.75} aria-hidden />}>
      <span id="new-version">A new version is ready. {whenTaken(hasUnsaved, isOnline)}</span>{' '}
      <Button
        size="compact-sm"
        variant="default"
        aria-describedby="new-version"
        aria-disabled={hasUnsaved}
        {...(hasUnsaved ? { 'data-disabled': true } : {})}
        onClick={() => void takeNewVersion()}
      >
        {isOnline ? 'Reload' : 'Reload anyway'}
      </Button>
    </Banner>
  );
}

function whenTaken(hasUnsaved: boolean, isOnline: boolean): string {
  if (hasUnsaved) return 'It loads after your text is saved.';
  if (isOnline) return 'Reload to use it.';
  return 'Reload when you’re back online. The new version may need to download your clinic’s data first.';
}
