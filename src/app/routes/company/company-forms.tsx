import { useNavigate, useParams } from 'react-router';
import { FormPage } from '#features/intake-forms/form-page.tsx';
import { FormsScreen } from '#features/intake-forms/forms-screen.tsx';

/** /company/forms and /company/forms/:formId, for who may manage forms; the router checks that. */
export function CompanyFormsRoute() {
  const { formId } = useParams();
  const navigate = useNavigate();
  const open = (id: string) => void navigate(`/company/forms/${id}`);
  if (formId === undefined) return <FormsScreen onOpen={open} />;
  return <FormPage key={formId} id={formId} onOpen={open} onClose={() => void navigate('/company/forms')} />;
}
