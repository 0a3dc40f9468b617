import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ProviderSection } from '#features/providers/provider-section.tsx';
import { UserPage } from '#features/users/user-page.tsx';
import { UsersScreen } from '#features/users/users-screen.tsx';

/** /company/users and /company/users/:userId (spec 2): who may manage users, which the router checks. */
export function CompanyUsersRoute() {
  const { userId } = useParams();
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  if (userId !== undefined)
    return (
      <UserPage
        key={userId}
        UserId={userId}
        providerRecord={(user, around) => <ProviderSection user={user} {...around} />}
      />
    );
  return (
    <UsersScreen
      show={query.get('show') === 'groups' ? 'groups' : 'people'}
      onShow={(show) => setQuery(show === 'groups' ? { show } : {}, { replace: true })}
      onOpen={(UserId) => void navigate(`/company/users/${UserId}`)}
    />
  );
}
