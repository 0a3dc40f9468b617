import { useNavigate, useParams } from 'react-router';
import { OtherContactsScreen } from '#features/address-book/other-contacts-screen.tsx';

const list = '/addressBook/otherContact';

/** /addressBook/otherContact and /addressBook/otherContact/:id (spec 2); `new` is one that is not saved yet. */
export function OtherContactsRoute() {
  const { id = null } = useParams();
  const navigate = useNavigate();
  return <OtherContactsScreen open={id} onOpen={(next) => void navigate(next === null ? list : `${list}/${next}`)} />;
}
