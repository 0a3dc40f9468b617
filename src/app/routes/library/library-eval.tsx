import { useNavigate, useParams } from 'react-router';
import { EvalTemplatesScreen } from '#features/templates/eval-templates-screen.tsx';

const list = '/library/eval';

/** /library/eval and /library/eval/:id; `new` is one that is not saved yet. */
export function LibraryEvalRoute() {
  const { id = null } = useParams();
  const navigate = useNavigate();
  return <EvalTemplatesScreen open={id} onOpen={(next) => void navigate(next === null ? list : `${list}/${next}`)} />;
}
