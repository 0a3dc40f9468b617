import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { patient } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { PatientChart } from './patient-chart.tsx';

afterEach(() => lockDevice());

const chart = (onBook?: () => void) => (
  <PatientChart
    PatientId={patient.PatientId}
    tab="files"
    onTab={vi.fn()}
    isFullscreen={false}
    onFullscreen={vi.fn()}
    openChart={() => Promise.resolve(true)}
    onBook={onBook}
    visits={null}
    documentation={null}
    authorizations={null}
    files={null}
    notes={null}
    visit={null}
    cases={{ newCase: null, aside: null, careOf: () => null, actionsOf: () => null }}
  />
);

test('the header of a chart has the phone to call and books a visit, for who may', async () => {
  const onBook = vi.fn<() => void>();
  const clinic = await openClinic();
  const { unmount } = showSignedIn(clinic, chart(onBook));
  const phone = await screen.findByRole('link', { name: '(503) 555-0134' });
  expect(phone.getAttribute('href')).toBe('tel:5035550134');
  await userEvent.click(screen.getByRole('button', { name: 'Book visit' }));
  expect(onBook).toHaveBeenCalledTimes(1);
  unmount();
  showSignedIn(clinic, chart());
  await screen.findByRole('link', { name: '(503) 555-0134' });
  expect(screen.queryByRole('button', { name: 'Book visit' })).toBeNull();
});
