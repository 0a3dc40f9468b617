import './public.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PublicApp } from './app.tsx';
import { readFirst } from './kit/read-ahead.ts';

const root = document.getElementById('root');
if (!root) throw new Error('public.html has no place for the page.');
readFirst(window.location.pathname);
createRoot(root).render(
  <StrictMode>
    <PublicApp />
  </StrictMode>,
);
