import { useNavigate, useParams } from 'react-router';
import { MeasuresScreen } from '#features/measures/measures-screen.tsx';

const list = '/library/measures';

/** /library/measures and /library/measures/:id; `new` is one that is not saved yet. */
export function LibraryMeasuresRoute() {
  const { id = null } = useParams();
  const navigate = useNavigate();
  return <MeasuresScreen open={id} onOpen={(next) => void navigate(next === null ? list : `${list}/${next}`)} />;
}
