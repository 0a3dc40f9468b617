import { Navigate, useParams } from 'react-router';
import { LinkedVisitPart } from '#features/messages/linked-visit.tsx';
import { PlainPage } from '#app/plain-page.tsx';
import { LinkedPage } from './linked-page.tsx';

/** /s/:hash (spec 2): where the link of a message leads, by what it is for. */
export function MessageLinkRoute() {
  const { hash = '' } = useParams();
  return (
    <LinkedPage token={hash}>
      {(page, onPage) => {
        if (page.purpose === 'preferences') return <Navigate to={`/notificationSettings#${hash}`} replace />;
        if (page.purpose === 'offer') return <Navigate to={`/actionFillRequest#${hash}`} replace />;
        const { visit } = page;
        if (!visit)
          return (
            <PlainPage title={page.clinic} lead="This visit is no longer booked. Call the clinic for a new one." />
          );
        return (
          <PlainPage title={page.clinic} lead={`Hello ${page.name}, this is your visit:`}>
            <LinkedVisitPart page={{ ...page, visit }} token={hash} onPage={onPage} />
          </PlainPage>
        );
      }}
    </LinkedPage>
  );
}
