import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { Button } from '@mantine/core';
import { useHasUnsaved } from '#shared/unsaved.ts';
import { takeNewVersion } from '../update.ts';
import { Banner } from './banner.tsx';

/** A new version is taken by a reload, and never under what somebody types. */
export function NewVersion() {
  const hasUnsaved = useHasUnsaved();
  return (
    <Banner look="version" icon={<IconRefresh size={16} stroke={1.75} aria-hidden />}>
      <span id="new-version">
        {hasUnsaved
          ? 'A new version is ready. It waits until what you are typing is saved.'
          : 'A new version is ready. It is taken when you reload.'}
      </span>{' '}
      <Button
        size="compact-sm"
        variant="default"
        ml={8}
        aria-describedby="new-version"
        aria-disabled={hasUnsaved}
        {...(hasUnsaved ? { 'data-disabled': true } : {})}
        onClick={() => void takeNewVersion()}
      >
        Reload
      </Button>
    </Banner>
  );
}
