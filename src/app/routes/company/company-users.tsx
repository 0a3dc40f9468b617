import { useNavigate, useParams } from 'react-router';
import { useSearchParams } from 'react-router';
import { ProviderSection } from '#features/providers/provider-section.tsx';
import { ProvidersPanel } from '#features/providers/providers-panel.tsx';
import { UserPage } from '#features/users/user-page.tsx';
import { UsersScreen, usersShow } from '#features/users/users-screen.tsx';

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
      show={usersShow(query.get('show'))}
      onShow={(show) => setQuery(show === 'people' ? {} : { show }, { replace: true })}
      onOpen={(UserId) => void navigate(`/company/users/${UserId}`)}
      providers={
        <ProvidersPanel
          openedId={query.get('provider')}
          onOpen={(provider) => setQuery({ show: 'providers', ...(provider !== null && { provider }) })}
        />
      }
    />
  );
}
