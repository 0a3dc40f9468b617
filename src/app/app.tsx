import { MantineProvider } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { firstTouch } from '#shared/first-touch.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { useHasToast } from '#shared/ui/toasts/toasts.tsx';
import { cssVariables, theme } from '#shared/ui/theme/theme.ts';
import { AlertDialog } from '#session/alerts.tsx';
import { PlainPage } from './plain-page.tsx';
import { AppRouter } from './routing/app-router.tsx';

const loadHost = () => import('#shared/ui/toasts/toast-host.tsx');
const ToastHost = lazy(() => loadHost().then((file) => ({ default: file.ToastHost })));
void firstTouch.then(loadHost).catch(() => undefined);

/** Everything on the page; one sentence instead where this browser cannot keep work safe. */
export function App({ unsuitable }: { unsuitable: string | null }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {unsuitable === null ? <AppRouter /> : <PlainPage title="Mainstay cannot open here" lead={unsuitable} />}
      <Toasts />
      <AlertDialog />
      <LiveRegion />
    </MantineProvider>
  );
}

/** Their host's code comes with the first of them. */
function Toasts() {
  const hasBeen = useHasToast();
  return <Suspense>{hasBeen && <ToastHost />}</Suspense>;
}
