import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import { Button } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { useMay } from '#shared/session.ts';
import { useSyncState } from '#shared/sync-state.ts';
import classes from '#shared/ui/banner/banners.module.css';
import { useStartingSteps } from './use-starting-steps.ts';

/** Leads the administrator of a new site to what is missing, as long as there is not even a facility. */
export function StartingLine() {
  const mayManage = useMay('access company');
  const { hydrated } = useSyncState();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const hasFacility = useStartingSteps()?.some(({ step, done }) => step === 'facilities' && done) ?? true;
  if (!mayManage || !hydrated.P0 || hasFacility || /^\/(company|superuser)/.test(pathname)) return null;
  return (
    <div className={`${classes.banner} ${classes.version}`} role="status" data-shell-part>
      <IconListCheck size={16} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        Your clinic is new here and has no facility yet.{' '}
        <Button size="compact-sm" variant="default" onClick={() => void navigate('/company/facilities')}>
          Get started
        </Button>
      </div>
    </div>
  );
}
