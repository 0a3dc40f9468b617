import { useNavigate } from 'react-router';
import { useSearchParams } from 'react-router';
import type { DayPageProps } from '#features/printing/print-day-page.tsx';

/** Day, facility and provider stand in the address; back leads to that day of the calendar. */
export function useDayPage(): DayPageProps {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const date = params.get('date');
  return {
    params,
    onParams: (next) => setParams(next, { replace: true }),
    onBack: () =>
      void navigate(date === null ? '/scheduling' : `/scheduling?view=day&date=${encodeURIComponent(date)}`),
  };
}
