import '../public.css';
import './kiosk.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { KioskApp } from './kiosk-app.tsx';
import { keepShell } from './shell.ts';

const root = document.getElementById('root');
if (!root) throw new Error('kiosk.html has no place for the page.');
createRoot(root).render(
  <StrictMode>
    <KioskApp />
  </StrictMode>,
);
keepShell();
