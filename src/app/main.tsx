import './trusted-types.ts';
import '#local/store/without-eval.ts';
import '#shared/ui/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { equipApp } from './equip-app.ts';
import { loadAhead } from './routing/app-router.tsx';
import { startSession } from '#session/session-start.ts';
import { unsuitableReason } from './surroundings.ts';
import { watchVersions } from '#session/update.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no place for the app.');
  equipApp();
  // Somebody was here before: what they come back to is fetched while their key is.
  if (navigator.serviceWorker?.controller) loadAhead(window.location);
  const unsuitable = await unsuitableReason();
  if (unsuitable === null) await startSession();
  createRoot(root).render(
    <StrictMode>
      <App unsuitable={unsuitable} />
    </StrictMode>,
  );
  await watchVersions();
}

void start();
