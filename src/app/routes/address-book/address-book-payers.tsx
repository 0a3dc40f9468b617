import { useNavigate, useParams } from 'react-router';
import { PayersScreen } from '#features/address-book/payers-screen.tsx';

const list = '/addressBook/payer';

/** /addressBook/payer and /addressBook/payer/:id (spec 2); `new` is one that is not saved yet. */
export function PayersRoute() {
  const { id = null } = useParams();
  const navigate = useNavigate();
  return <PayersScreen open={id} onOpen={(next) => void navigate(next === null ? list : `${list}/${next}`)} />;
}
