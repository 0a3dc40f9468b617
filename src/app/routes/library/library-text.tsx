import { useNavigate, useParams } from 'react-router';
import { TextTemplatesScreen } from '#features/templates/text-templates-screen.tsx';

const list = '/library/text';

/** /library/text and /library/text/:id; `new` is one that is not saved yet. */
export function LibraryTextRoute() {
  const { id = null } = useParams();
  const navigate = useNavigate();
  return <TextTemplatesScreen open={id} onOpen={(next) => void navigate(next === null ? list : `${list}/${next}`)} />;
}
