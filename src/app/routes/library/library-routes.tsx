import { Navigate } from 'react-router';
import { frame, screen } from '#app/routing/screens.tsx';
import { mayOpenLibrary } from '../../shell/screens.ts';
import { LibraryRoute } from './library.tsx';
import { libraryTabs } from './library-tabs.ts';

/** /library (spec 2) leads to its first tab. */
export const libraryRoute = frame('/library', { permission: mayOpenLibrary }, LibraryRoute, [
  { index: true, element: <Navigate to="/library/eval" replace /> },
  ...libraryTabs.map((tab) => screen(tab.path, { permission: mayOpenLibrary }, tab.load)),
]);
