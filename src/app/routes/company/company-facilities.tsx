import { useNavigate, useParams } from 'react-router';
import { FacilitiesScreen } from '#features/facilities/facilities-screen.tsx';

/** /company/facilities and /company/facilities/:id (spec 2); `new` is one that is not saved yet. */
export function CompanyFacilitiesRoute() {
  const { id = null } = useParams();
  const navigate = useNavigate();
  return (
    <FacilitiesScreen
      open={id}
      onOpen={(next) => void navigate(next === null ? '/company/facilities' : `/company/facilities/${next}`)}
    />
  );
}
