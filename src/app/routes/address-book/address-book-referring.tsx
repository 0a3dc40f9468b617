import { useNavigate, useParams } from 'react-router';
import { ReferringScreen } from '#features/address-book/referring-screen.tsx';

const list = '/addressBook/referringProvider';

/** /addressBook/referringProvider and /addressBook/referringProvider/:id (spec 2); `new` is one that is not saved yet. */
export function ReferringRoute() {
  const { id = null } = useParams();
  const navigate = useNavigate();
  return <ReferringScreen open={id} onOpen={(next) => void navigate(next === null ? list : `${list}/${next}`)} />;
}
